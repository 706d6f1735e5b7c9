// Light or dark: as the system says, until a person says otherwise.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";
import { keep, kept } from "./kept";

type Theme = "light" | "dark";

function stored(): Theme | null {
  const value = kept("theme");
  return value === "light" || value === "dark" ? value : null;
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
    keep("theme", other);
  };
  return (
    <button type="button" class="round" onClick={change} aria-label={`Use the ${other} theme`} title={`Use the ${other} theme`}>
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}
