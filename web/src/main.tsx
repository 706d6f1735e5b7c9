import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./style/base.css";
import "./style/board.css";
import "./style/pages.css";
import "./style/table.css";
import "./style/describe.css";
import "./style/lab.css";
import "./style/watch.css";
import { Palette } from "./board/paint";
import { DescribePage } from "./pages/describe";
import { HomePage } from "./pages/home";
import { LabPage } from "./pages/lab";
import { SetupPage } from "./pages/setup";
import { TablePage } from "./pages/table";
import { WatchPage } from "./pages/watch";
import { Questions } from "./ui/confirm";
import { Notes } from "./ui/toast";
import { ThemeButton } from "./ui/theme";

/** The part of the address after "#": the page and its argument. */
function useRoute(): string[] {
  const read = () => location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const change = () => {
      setRoute(read());
      scrollTo(0, 0);
    };
    addEventListener("hashchange", change);
    return () => removeEventListener("hashchange", change);
  }, []);
  return route;
}

function Page({ route }: { route: string[] }) {
  const [page, argument, more] = route;
  if (page === "new" && argument) return <SetupPage key={argument} game={argument} from={more ?? null} />;
  if (page === "t" && argument) return <TablePage key={argument} id={argument} />;
  if (page === "describe") return <DescribePage key={argument ?? ""} name={argument ?? null} />;
  if (page === "lab") return <LabPage />;
  if (page === "watch") return <WatchPage key={argument ?? ""} tables={argument ? argument.split(",") : []} />;
  return <HomePage />;
}

function App() {
  const route = useRoute();
  return (
    <>
      <Palette />
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.querySelector<HTMLElement>("main")?.focus(); }}>
        Skip to the board
      </a>
      <header class="top">
        <a class="brand" href="#/" aria-label="Ludex">
          <img src="./icon.svg" alt="" width="30" height="30" />
          <span>Ludex</span>
        </a>
        <nav>
          <a href="#/" aria-current={route[0] === "" ? "page" : undefined}>
            Games
          </a>
          <a href="#/watch" aria-current={route[0] === "watch" ? "page" : undefined}>
            Watch
          </a>
          <a href="#/describe" aria-current={route[0] === "describe" ? "page" : undefined}>
            Describe
          </a>
          <a href="#/lab" aria-current={route[0] === "lab" ? "page" : undefined}>
            Lab
          </a>
          <ThemeButton />
        </nav>
      </header>
      <main tabIndex={-1} id="main">
        <Page route={route} />
      </main>
      <Notes />
      <Questions />
    </>
  );
}

render(<App />, document.getElementById("app")!);
