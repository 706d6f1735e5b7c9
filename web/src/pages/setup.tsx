// Before a game: its rules, its parameters, and who plays.

import { useEffect, useState } from "preact/hooks";
import { PositionEditor } from "../board/position";
import { api, type AgentEntry, type Entry, type Rules } from "../api";
import { DescriptionLink } from "../panels/rules";
import { keep, kept } from "../ui/kept";
import { ParamForm, specParts, specText, type ParamValues } from "../ui/params";
import { HUMAN, SeatPicker, usualAdviser, usualOpponent } from "../ui/seats";
import { Prose, titled } from "../ui/text";
import { sayProblem } from "../ui/toast";

const SEATS = "seats";

/** Who sat where when this browser last began a game, as far as such agents are still there. */
function lastSeats(agents: AgentEntry[]): string[] {
  try {
    const list: unknown = JSON.parse(kept(SEATS) ?? "[]");
    const known = (seat: unknown) => typeof seat === "string" && (seat === HUMAN || agents.some((agent) => agent.name === specParts(seat).name));
    return Array.isArray(list) && list.every(known) ? (list as string[]) : [];
  } catch {
    return [];
  }
}

export function SetupPage({ game, from }: { game: string; from: string | null }) {
  const asked = specParts(game);
  const [entry, setEntry] = useState<Entry | null>(null);
  const [agents, setAgents] = useState<AgentEntry[]>([]);
  const [values, setValues] = useState<ParamValues>(asked.values);
  const [rules, setRules] = useState<Rules | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [seats, setSeats] = useState<string[]>([]);
  const [position, setPosition] = useState(from ?? "");
  const [placing, setPlacing] = useState(from !== null);
  const [sound, setSound] = useState(true);
  const [busy, setBusy] = useState(false);
  const spec = entry ? specText(entry.name, entry.parameters, values) : game;
  const title = rules?.title ?? titled(asked.name);

  useEffect(() => {
    api.agents().then(setAgents, sayProblem);
  }, []);
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      api.rules(spec).then(
        (found) => {
          if (stale) return;
          setRules(found);
          setEntry((old) => old ?? found.entry);
          setWrong(null);
          document.title = `${found.title ?? titled(asked.name)} · Ludex`;
        },
        (error: Error) => !stale && setWrong(error.message),
      );
    }, 200);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [spec]);
  const players = rules?.players ?? [];
  useEffect(() => {
    if (agents.length === 0) return;
    const last = lastSeats(agents);
    setSeats((old) => players.map((_, index) => old[index] ?? last[index] ?? (index === 0 ? HUMAN : usualOpponent(agents))));
  }, [players.length, agents]);

  const begin = async (who: string[]) => {
    setBusy(true);
    keep(SEATS, JSON.stringify(seats));
    try {
      const view = await api.open(spec, who, { position: placing && position.trim() !== "" ? position.trim() : undefined });
      location.hash = `#/t/${view.id}`;
    } catch (error) {
      sayProblem(error);
      setBusy(false);
    }
  };

  const agent = usualAdviser(agents);
  return (
    <div class="setup">
      <section class="setup-main">
        <p class="crumb">
          <a href="#/">Games</a> / {entry ? titled(entry.family) : ""}
        </p>
        <h1>{title}</h1>
        {entry && <p class="lead">{entry.summary}</p>}
        {wrong && (
          <p class="problem" role="alert">
            {wrong}
          </p>
        )}
        <div class="panel">
          <h2>Who plays?</h2>
          <div class="seats">
            {players.map((name, index) => (
              <SeatPicker
                label={name}
                seat={seats[index] ?? HUMAN}
                agents={agents}
                onChange={(seat) => setSeats(players.map((_, other) => (other === index ? seat : (seats[other] ?? HUMAN))))}
              />
            ))}
          </div>
          {entry && entry.parameters.length > 0 && (
            <details open={Object.keys(values).length > 0}>
              <summary>Change the rules</summary>
              <ParamForm params={entry.parameters} values={values} onChange={setValues} />
            </details>
          )}
          <details open={placing} onToggle={(event) => setPlacing(event.currentTarget.open)}>
            <summary>Set up a position</summary>
            {placing && (
              <PositionEditor
                game={spec}
                text={position}
                onChange={(text, fits) => {
                  setPosition(text);
                  setSound(fits);
                }}
              />
            )}
          </details>
          <div class="actions">
            <button type="button" class="primary" disabled={busy || wrong !== null || players.length === 0 || (placing && !sound)} onClick={() => void begin(seats)}>
              Play
            </button>
            <button
              type="button"
              disabled={busy || wrong !== null || players.length === 0 || agents.length === 0 || (placing && !sound)}
              onClick={() => void begin(players.map(() => agent))}
            >
              Watch two agents
            </button>
          </div>
        </div>
        {!placing && (
          <div class="setup-picture">
            <img src={api.picture(spec)} alt={`A position of ${title}`} />
          </div>
        )}
      </section>
      <section class="setup-rules">
        <h2>Rules</h2>
        {rules ? <Prose text={rules.rules} /> : <p class="note">…</p>}
        {entry && <p class="source">Rules after: {entry.source}</p>}
        <DescriptionLink name={asked.name} />
      </section>
    </div>
  );
}
