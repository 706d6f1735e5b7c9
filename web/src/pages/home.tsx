// The first page: every game with its picture, to be found by family or by a word.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, type Entry } from "../api";
import { sayProblem } from "../ui/toast";
import { titled } from "../ui/text";
import { forget, recentTables } from "../ui/recent";

export function HomePage() {
  const [games, setGames] = useState<Entry[] | null>(null);
  const [word, setWord] = useState("");
  const [family, setFamily] = useState<string | null>(null);
  useEffect(() => {
    document.title = "Ludex";
    api.games().then(setGames, sayProblem);
  }, []);
  const families = useMemo(() => [...new Set(games?.map((game) => game.family) ?? [])], [games]);
  const wanted = word.trim().toLowerCase();
  const found = (games ?? []).filter(
    (game) =>
      (family === null || game.family === family) &&
      `${game.name} ${game.family} ${game.summary} ${game.source}`.toLowerCase().includes(wanted),
  );
  return (
    <div class="home">
      <section class="hero">
        <div class="hero-art" aria-hidden="true">
          {showcase(games ?? []).map((name) => (
            <img src={api.picture(name)} alt="" />
          ))}
        </div>
        <h1>
          Play it. Study it. <br />
          <em>Take it apart.</em>
        </h1>
        <p>
          Abstract board games with exact rules, strong opponents and nothing hidden: see what an agent thinks, step
          through a game, try another move.
        </p>
        <div class="finder">
          <input
            type="search"
            placeholder="Find a game"
            aria-label="Find a game"
            value={word}
            onInput={(event) => setWord(event.currentTarget.value)}
          />
          <LoadRecord />
        </div>
      </section>
      <RecentTables />
      <div class="chips" role="group" aria-label="Families">
        <button type="button" aria-pressed={family === null} onClick={() => setFamily(null)}>
          All
        </button>
        {families.map((name) => (
          <button type="button" aria-pressed={family === name} onClick={() => setFamily(family === name ? null : name)}>
            {titled(name)}
          </button>
        ))}
      </div>
      {games === null ? (
        <p class="note">Setting up the boards…</p>
      ) : found.length === 0 ? (
        <p class="note">No game matches “{word}”.</p>
      ) : (
        <div class="cards">
          {found.map((game) => (
            <a class="card" href={`#/new/${encodeURIComponent(game.name)}`} key={game.name}>
              <div class="card-picture">
                <img src={api.picture(game.name)} alt="" loading="lazy" />
              </div>
              <div class="card-text">
                <h2>{titled(game.name)}</h2>
                <p>{game.summary}</p>
                <p class="card-meta">
                  <span>{titled(game.family)}</span>
                  <span>{game.players === "1" ? "1 player" : `${game.players} players`}</span>
                </p>
              </div>
            </a>
          ))}
        </div>
      )}
    </div>
  );
}

/** Games of different families, so that the first glance shows how different they are. */
const SHOWN = ["tria", "tricolor", "six", "kalah", "spline"];
const showcase = (games: Entry[]) => SHOWN.filter((name) => games.some((game) => game.name === name));

/** The games this browser was at last. */
function RecentTables() {
  const [tables, setTables] = useState(recentTables);
  if (tables.length === 0) return null;
  const drop = (id: string) => {
    forget(id);
    setTables(recentTables());
  };
  return (
    <section class="recent" aria-label="Your last games">
      <h2>Your last games</h2>
      <div class="recent-list">
        {tables.map(({ id, title }) => (
          <a href={`#/t/${id}`} key={id}>
            <img src={api.svgLink(id)} alt="" onError={() => drop(id)} />
            <span>{title}</span>
          </a>
        ))}
      </div>
    </section>
  );
}

/** Opens a game from a record file. */
function LoadRecord() {
  const input = useRef<HTMLInputElement>(null);
  const load = async (file: File | undefined) => {
    if (!file) return;
    try {
      const record = await file.text();
      const view = await api.open("", [], { record });
      location.hash = `#/t/${view.id}`;
    } catch (error) {
      sayProblem(error);
    }
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Open a record
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A record file"
        onChange={(event) => void load(event.currentTarget.files?.[0])}
      />
    </>
  );
}
