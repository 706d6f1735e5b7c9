// The laboratory: start a match or a measurement, follow it, and look at earlier ones.

import { useEffect, useState } from "preact/hooks";
import { Line, api, type AgentEntry, type Entry } from "../api";
import { lab, type LabMessage, type Run } from "../lab/api";
import { MatchView, MeasureView } from "../lab/reports";
import { confirmed } from "../ui/confirm";
import { ParamForm, specText, type ParamValues } from "../ui/params";
import { SeatPicker, seatName } from "../ui/seats";
import { titled } from "../ui/text";
import { sayProblem } from "../ui/toast";

export function LabPage() {
  const [runs, setRuns] = useState<Run[] | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  useEffect(() => {
    document.title = "Laboratory · Ludex";
    // Whenever the line stands, all runs come over it first, so no news falls between a list and the line.
    const line = new Line<LabMessage>(
      "runs/live",
      ({ run, runs: list, removed }) => {
        if (list) setRuns(list);
        if (run) setRuns((old) => put(old ?? [], run));
        if (removed !== undefined) setRuns((old) => (old ?? []).filter((one) => one.id !== removed));
      },
      () => {},
    );
    return () => line.close();
  }, []);
  return (
    <div class="lab">
      <section class="lab-new">
        <h1>Laboratory</h1>
        <p class="lead">Let agents meet many times, or measure what a game is like. Every number comes with its interval, and the same seed gives the same games.</p>
        <NewRun onBegin={(run) => { setRuns((old) => begun(old ?? [], run)); setOpen(run.id); }} />
      </section>
      <section class="lab-runs" aria-label="Runs">
        <h2>Runs</h2>
        {runs === null ? <p class="note">…</p> : runs.length === 0 && <p class="note">Nothing has been tried yet.</p>}
        {runs?.map((run) => <RunCard key={run.id} run={run} open={open === run.id} onOpen={() => setOpen(open === run.id ? null : run.id)} />)}
      </section>
    </div>
  );
}

function put(runs: Run[], run: Run): Run[] {
  const others = runs.filter((one) => one.id !== run.id);
  return [...others, run].sort((a, b) => b.id - a.id);
}

/** A run just begun: news of it may have come before the answer, and is later. */
function begun(runs: Run[], run: Run): Run[] {
  return runs.some((one) => one.id === run.id) ? runs : put(runs, run);
}

function NewRun({ onBegin }: { onBegin: (run: Run) => void }) {
  const [games, setGames] = useState<Entry[]>([]);
  const [agents, setAgents] = useState<AgentEntry[]>([]);
  const [kind, setKind] = useState<Run["kind"]>("match");
  const [name, setName] = useState("");
  const [values, setValues] = useState<ParamValues>({});
  const [pair, setPair] = useState(["uct(iterations=200)", "random"]);
  const [player, setPlayer] = useState("random");
  const [count, setCount] = useState(100);
  const [seed, setSeed] = useState(1);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    Promise.all([api.games(), api.agents()]).then(([list, who]) => {
      setGames(list);
      setAgents(who);
      setName((old) => old || (list[0]?.name ?? ""));
    }, sayProblem);
  }, []);
  const entry = games.find((game) => game.name === name);
  const begin = async () => {
    if (!entry) return;
    setBusy(true);
    try {
      const game = specText(entry.name, entry.parameters, values);
      let who = pair;
      if (kind === "measure") who = player === "random" ? [] : (await api.rules(game)).players.map(() => player);
      onBegin(await lab.begin({ kind, game, agents: who, games: count, seed }));
    } catch (error) {
      sayProblem(error);
    }
    setBusy(false);
  };
  return (
    <div class="panel">
      <div class="segments" role="group" aria-label="What to find out">
        <button type="button" aria-pressed={kind === "match"} onClick={() => setKind("match")}>Match</button>
        <button type="button" aria-pressed={kind === "measure"} onClick={() => setKind("measure")}>Measurement</button>
      </div>
      <label class="param wide">
        <span class="param-name">Game</span>
        <select aria-label="Game" value={name} onChange={(event) => { setName(event.currentTarget.value); setValues({}); }}>
          {[...new Set(games.map((game) => game.family))].map((family) => (
            <optgroup label={titled(family)}>
              {games.filter((game) => game.family === family).map((game) => <option value={game.name}>{titled(game.name)}</option>)}
            </optgroup>
          ))}
        </select>
      </label>
      {entry && entry.parameters.length > 0 && (
        <details>
          <summary>Change the rules</summary>
          <ParamForm params={entry.parameters} values={values} onChange={setValues} />
        </details>
      )}
      <div class="seats">
        {kind === "match"
          ? pair.map((seat, index) => (
              <SeatPicker label={index === 0 ? "Agent" : "Against"} seat={seat} agents={agents} people={false} onChange={(next) => setPair(pair.map((old, at) => (at === index ? next : old)))} />
            ))
          : <SeatPicker label="Who plays" seat={player} agents={agents} people={false} onChange={setPlayer} />}
      </div>
      <div class="params">
        <label class="param">
          <span class="param-name">Games</span>
          <input type="number" min="1" max="20000" value={count} onInput={(event) => setCount(Number(event.currentTarget.value))} />
        </label>
        <label class="param">
          <span class="param-name">Seed</span>
          <input type="number" min="0" value={seed} onInput={(event) => setSeed(Number(event.currentTarget.value))} />
        </label>
      </div>
      <div class="actions">
        <button type="button" class="primary" disabled={busy || !entry || count < 1} onClick={() => void begin()}>
          {kind === "match" ? "Start the match" : "Start measuring"}
        </button>
      </div>
    </div>
  );
}

const PHASES = { waiting: "waiting", running: "running", finished: "finished", stopped: "stopped", failed: "failed" };

function RunCard({ run, open, onOpen }: { run: Run; open: boolean; onOpen: () => void }) {
  const going = run.phase === "waiting" || run.phase === "running";
  const game = run.title ?? titled(run.game);
  const title = run.kind === "match" ? `${seatName(run.agents[0]!)} against ${seatName(run.agents[1]!)}` : "Measurement";
  return (
    <article class={`run ${run.phase}`} aria-label={`${title}, ${game}`}>
      <button type="button" class="run-head" aria-expanded={open} onClick={onOpen}>
        <span class="run-title">{title}</span>
        <span class="run-game">{game}</span>
        <span class="run-phase">{run.done === run.games ? `${run.games} games` : `${run.done} of ${run.games}`} · {PHASES[run.phase]}</span>
      </button>
      {going && <progress value={run.done} max={run.games} aria-label="Games played" />}
      {run.trouble && <p class="problem">{run.trouble}</p>}
      {open && (
        <div class="run-body">
          <p class="note">
            {run.agents.length > 0 ? run.agents.join(" · ") : "random moves"} · seed {run.seed} · {run.seconds.toFixed(1)} s
          </p>
          {run.report === null ? <p class="note">No game is finished yet.</p> : run.kind === "match" ? <MatchView run={run} report={run.report} /> : <MeasureView report={run.report} />}
          <div class="actions">
            {going ? (
              <button type="button" onClick={() => lab.stop(run.id).catch(sayProblem)}>Stop</button>
            ) : (
              <button type="button" onClick={() => confirmed("Remove this run and its report?", "Remove it", () => void lab.remove(run.id).catch(sayProblem))}>Remove</button>
            )}
          </div>
        </div>
      )}
    </article>
  );
}
