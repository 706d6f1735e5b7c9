// Watching: two agents at several boards at once. The address names the tables, so a round can be shared and found again.

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Live, api, type AgentEntry, type Entry, type View } from "../api";
import { FlatBoard } from "../board/flat";
import { is3d, layOut, unsupported } from "../board/geometry";
import { Icon } from "../ui/icons";
import { SeatPicker, seatName } from "../ui/seats";
import { titled } from "../ui/text";
import { sayProblem } from "../ui/toast";
import { outcomeWords } from "../ui/outcome";

const MOST = 12;
/** Boards that show at a glance how different games can be. */
const USUAL = ["tria", "tricolor", "six", "kalah", "spline", "breakthrough"];
const SLOWEST = 3000;
const USUAL_PACE = 500;

/** The agent whose colours a seat plays: the first sits first at every other board. */
const agentAt = (board: number, seat: number) => (board + seat) % 2;

export function WatchPage({ tables }: { tables: string[] }) {
  useEffect(() => {
    document.title = "Watch · Ludex";
  }, []);
  return tables.length > 0 ? <Round tables={tables.slice(0, MOST)} /> : <NewRound />;
}

/** Opens the tables of a round and goes there. */
async function openRound(games: string[], pair: string[], pace: number) {
  const opened = games.map(async (game, board) => {
    const { players } = await api.rules(game);
    return api.open(game, players.map((_, seat) => pair[agentAt(board, seat)]!), { pace });
  });
  const views = await Promise.all(opened);
  location.hash = `#/watch/${views.map((view) => view.id).join(",")}`;
}

function NewRound() {
  const [games, setGames] = useState<Entry[]>([]);
  const [agents, setAgents] = useState<AgentEntry[]>([]);
  const [chosen, setChosen] = useState<string[]>([]);
  const [pair, setPair] = useState(["level(n=4)", "level(n=2)"]);
  const [pace, setPace] = useState(USUAL_PACE);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    Promise.all([api.games(), api.agents()]).then(([list, who]) => {
      setGames(list);
      setAgents(who);
      setChosen((old) => (old.length > 0 ? old : USUAL.filter((name) => list.some((game) => game.name === name))));
    }, sayProblem);
  }, []);
  const begin = async () => {
    setBusy(true);
    try {
      await openRound(chosen, pair, pace);
    } catch (error) {
      sayProblem(error);
      setBusy(false);
    }
  };
  const full = chosen.length >= MOST;
  return (
    <div class="watch">
      <h1>Watch</h1>
      <p class="lead">Two agents meet at several boards at once. They change sides from board to board; a click on a board opens its table.</p>
      <div class="panel">
        <div class="seats">
          {pair.map((seat, index) => (
            <SeatPicker label={index === 0 ? "Agent" : "Against"} seat={seat} agents={agents} people={false} onChange={(next) => setPair(pair.map((old, at) => (at === index ? next : old)))} />
          ))}
          <PaceSlider pace={pace} onPace={setPace} />
        </div>
        <label class="param wide">
          <span class="param-name">Add a board ({chosen.length} of {MOST})</span>
          <select
            aria-label="Add a board"
            value=""
            disabled={full}
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (value !== "") setChosen([...chosen, value]);
              event.currentTarget.value = "";
            }}
          >
            <option value="">{full ? "No room for more" : "Choose a game…"}</option>
            {[...new Set(games.map((game) => game.family))].map((family) => (
              <optgroup label={titled(family)}>
                {games.filter((game) => game.family === family).map((game) => <option value={game.name}>{titled(game.name)}</option>)}
              </optgroup>
            ))}
          </select>
        </label>
        <ul class="boards-chosen" aria-label="Boards">
          {chosen.map((name, index) => (
            <li>
              <img src={api.picture(name)} alt="" />
              <span>{titled(name)}</span>
              <button type="button" class="link" aria-label={`One more board of ${titled(name)}`} disabled={full} onClick={() => setChosen(chosen.toSpliced(index, 0, name))}>+1</button>
              <button type="button" class="link" aria-label={`Take ${titled(name)} away`} onClick={() => setChosen(chosen.toSpliced(index, 1))}>×</button>
            </li>
          ))}
        </ul>
        <div class="actions">
          <button type="button" class="primary" disabled={busy || chosen.length === 0} onClick={() => void begin()}>
            {chosen.length === 1 ? "Watch one game" : `Watch ${chosen.length} games`}
          </button>
        </div>
      </div>
    </div>
  );
}

function PaceSlider({ pace, onPace }: { pace: number; onPace: (pace: number) => void }) {
  const words = pace === 0 ? "as fast as they can" : `${(pace / 1000).toFixed(1)} s between moves`;
  return (
    <label class="watch-pace">
      <span class="param-name">Speed: {words}</span>
      <input type="range" aria-label="Speed" min="0" max={SLOWEST} step="100" value={SLOWEST - pace} onChange={(event) => onPace(SLOWEST - Number(event.currentTarget.value))} />
    </label>
  );
}

const isOver = (view: View) => view.turn.kind === "over" || view.resigned !== null;

function Round({ tables }: { tables: string[] }) {
  const [views, setViews] = useState<(View | null)[]>(() => tables.map(() => null));
  const [missing, setMissing] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const hear = useCallback((board: number, next: View) => {
    setViews((old) => old.map((view, index) => (index === board && !(view && view.version > next.version) ? next : view)));
  }, []);
  const known = views.filter((view) => view !== null);
  const first = views[0];
  const pair = first ? [first.seats[0]!, first.seats[1] ?? first.seats[0]!] : [];
  const all = (change: { paused?: boolean; pace?: number }) =>
    void Promise.all(known.map((view) => (isOver(view) ? view : api.seats(view.id, change)))).catch(sayProblem);
  const again = async () => {
    setBusy(true);
    try {
      await openRound(known.map((view) => view.game), pair, first?.pace ?? USUAL_PACE);
    } catch (error) {
      sayProblem(error);
    }
    setBusy(false);
  };
  const going = known.filter((view) => !isOver(view));
  const paused = going.length > 0 && going.every((view) => view.paused);
  const results = views.map((view, board) => (view && isOver(view) && view.outcome ? (view.outcome.winner === null ? "drawn" : agentAt(board, view.outcome.winner)) : null));
  const count = (result: number | "drawn") => results.filter((one) => one === result).length;
  if (missing) {
    return (
      <div class="missing">
        <h1>This round is not here</h1>
        <p>{missing}</p>
        <a class="button" href="#/watch">Begin another</a>
      </div>
    );
  }
  return (
    <div class="watch">
      <div class="watch-head">
        <div>
          <h1>{pair.length > 0 ? `${titled(seatName(pair[0]!))} against ${seatName(pair[1]!)}` : "Watch"}</h1>
          <p class="tally" role="status" aria-live="polite">
            <strong>{count(0)}</strong> won · <strong>{count("drawn")}</strong> drawn · <strong>{count(1)}</strong> lost ·{" "}
            {going.length === 0 && known.length === tables.length ? "all games have ended" : `${going.length} still playing`}
          </p>
        </div>
        <div class="watch-tools">
          {first && <PaceSlider pace={going[0]?.pace ?? first.pace} onPace={(pace) => all({ pace })} />}
          <button type="button" disabled={going.length === 0} onClick={() => all({ paused: !paused })}>
            <Icon name={paused ? "play" : "pause"} /> <span>{paused ? "Continue" : "Pause"}</span>
          </button>
          <button type="button" class={going.length === 0 ? "primary" : ""} disabled={busy || known.length < tables.length} onClick={() => void again()}>
            <Icon name="fresh" /> <span>Another round</span>
          </button>
          <a class="button" href="#/watch">Choose boards</a>
        </div>
      </div>
      <div class="watch-boards">
        {tables.map((id, board) => (
          <SmallTable key={id} id={id} board={board} view={views[board] ?? null} hear={hear} onMissing={setMissing} />
        ))}
      </div>
    </div>
  );
}

interface SmallProps {
  id: string;
  board: number;
  view: View | null;
  hear: (board: number, view: View) => void;
  onMissing: (why: string) => void;
}

function SmallTable({ id, board, view, hear, onMissing }: SmallProps) {
  const before = useRef<number | null>(null);
  useEffect(() => {
    let line: Live | null = null;
    let gone = false;
    api.view(id).then(
      (found) => {
        hear(board, found);
        if (!gone) line = new Live(id, (message) => message.view && hear(board, message.view), () => {});
      },
      (error: Error) => onMissing(error.message),
    );
    return () => {
      gone = true;
      line?.close();
    };
  }, [id]);
  const solid = view !== null && is3d(view.scene);
  const laid = useMemo(() => view && layOut(view.scene), [view?.scene]);
  const closed = useMemo(() => (view && solid ? unsupported(view.scene) : undefined), [view?.scene]);
  if (!view || !laid) return <div class="small-table"><p class="note">Setting up the board…</p></div>;
  const over = isOver(view);
  const stepped = before.current !== null && view.tree[view.node]?.parent === before.current;
  before.current = view.node;
  return (
    <a class={over ? "small-table over" : "small-table"} href={`#/t/${id}`} aria-label={`${view.title ?? titled(view.name)}: open the table`}>
      <div class="small-head">
        <h2>{view.title ?? titled(view.name)}</h2>
        <span>{over ? "" : `move ${view.tree.length}`}</span>
      </div>
      <div class="small-board">
        <FlatBoard
          scene={laid.scene} plates={solid ? laid.plates : undefined} moves={[]} last={view.last} active={false} selected={null} onPoint={() => {}}
          heat={null} hint={null} showMoves={false} stepped={stepped} closed={closed} small
        />
      </div>
      <p class="small-seats">
        {view.players.map((name, seat) => (
          <span class={!over && view.turn.player === seat ? "on-turn" : over && view.outcome?.winner === seat ? "winner" : ""}>
            {name} <small>{seatName(view.seats[seat]!)}</small>
          </span>
        ))}
      </p>
      {over && <p class="small-end"><strong>{outcomeWords(view)}</strong>{view.outcome?.scores && ` ${view.outcome.scores.join(" : ")}`}</p>}
      {view.trouble && <p class="problem">{view.trouble}</p>}
    </a>
  );
}
