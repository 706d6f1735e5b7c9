// Light or dark: as the system says, until a person says otherwise.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";

type Theme = "light" | "dark";

function stored(): Theme | null {
  try {
    const value = localStorage.getItem("ludex-theme");
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(
    () => stored() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
  );
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const other: Theme = theme === "dark" ? "light" : "dark";
  const change = () => {
    setTheme(other);
    try {
      localStorage.setItem("ludex-theme", other);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return (
    <button type="button" class="round" onClick={change} aria-label={`Use the ${other} theme`} title={`Use the ${other} theme`}>
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
