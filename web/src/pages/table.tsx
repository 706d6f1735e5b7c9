// A table: the board, the players, and everything one can do with a game in progress.

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Live, UNKNOWN, api, type AgentEntry, type Analysis, type Colour, type LegalMove, type View } from "../api";
import { Board } from "../board/board";
import { bareMoves, cannotReach, drop, layAt, placeKey, point, targetOf, type Place } from "../board/choose";
import type { Dragging } from "../board/drag";
import { useEscape, type Heat } from "../board/flat";
import { isGrowing } from "../board/geometry";
import { Stack } from "../board/paint";
import { AnalysisPanel } from "../panels/analysis";
import { Curve } from "../panels/curve";
import { MovesPanel, lineTo, nextOf } from "../panels/moves";
import { RulesPanel } from "../panels/rules";
import { SharePanel } from "../panels/share";
import { SeatsPanel } from "../panels/seats";
import { HUMAN, seatName, usualAdviser } from "../ui/seats";
import { keep, kept } from "../ui/kept";
import { remember } from "../ui/recent";
import { outcomeWords, worth } from "../ui/outcome";
import { Tabs } from "../ui/tabs";
import { plainMove, titled } from "../ui/text";
import { say, sayProblem } from "../ui/toast";
import { Chooser } from "../ui/chooser";
import { confirmed } from "../ui/confirm";
import { Icon } from "../ui/icons";

const TABS = [
  ["moves", "Moves"],
  ["analysis", "Analysis"],
  ["rules", "Rules"],
  ["players", "Players"],
  ["share", "Share"],
] as const;

const SHOW_MOVES = "show-moves";

export function TablePage({ id }: { id: string }) {
  const [view, setView] = useState<View | null>(null);
  const [stepped, setStepped] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const [asking, setAsking] = useState<LegalMove[] | null>(null);
  const [hint, setHint] = useState<LegalMove | null>(null);
  const [hinting, setHinting] = useState(false);
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [analyst, setAnalyst] = useState<string | null>(null);
  const [agents, setAgents] = useState<AgentEntry[]>([]);
  const [showMoves, setShowMoves] = useState(() => kept(SHOW_MOVES) !== "no");
  const [connected, setConnected] = useState(true);
  const [missing, setMissing] = useState<string | null>(null);
  const live = useRef<Live | null>(null);
  const current = useRef<View | null>(null);

  const take = useCallback((next: View) => {
    const old = current.current;
    if (old && next.version < old.version) return;
    // The same news comes as an answer and over the live line; what is moving on the board goes on.
    if (old?.node === next.node && JSON.stringify(old.scene) === JSON.stringify(next.scene)) next.scene = old.scene;
    current.current = next;
    if (!old || old.node !== next.node) {
      setStepped(old !== null && next.node !== 0 && next.tree[next.node]?.parent === old.node);
      setSelected(null);
      setAsking(null);
      setHint(null);
    }
    setView(next);
  }, []);

  useEffect(() => {
    api.view(id).then(take, (error: Error) => setMissing(error.message));
    api.agents().then(setAgents, sayProblem);
    live.current = new Live(
      id,
      (message) => {
        if (message.view) take(message.view);
        if (message.analysis) setAnalysis(message.analysis);
        if (message.trouble) say(message.trouble, "bad");
      },
      setConnected,
    );
    return () => live.current?.close();
  }, [id]);
  useEffect(() => live.current?.analyse(analyst), [analyst]);
  useEscape(useCallback(() => {
    setSelected(null);
    setAsking(null);
  }, []));

  const title = view ? (view.title ?? titled(view.name)) : null;
  useEffect(() => {
    if (title === null) return;
    document.title = `${title} · Ludex`;
    remember({ id, title });
  }, [id, title]);
  const act = useCallback(
    (call: Promise<View>) => call.then(take, sayProblem),
    [take],
  );
  const over = view !== null && (view.turn.kind === "over" || view.resigned !== null);
  const mover = view?.turn.player ?? null;
  const seat = mover === null ? null : view!.seats[mover]!;
  const active = view !== null && !over && view.turn.kind === "player" && (seat === HUMAN || view.paused);

  const play = useCallback((move: string) => {
    setSelected(null);
    setAsking(null);
    act(api.play(id, move));
  }, [act, id]);

  const onPoint = useCallback(
    (place: Place) => {
      if (!view) return;
      if (over) return say("The game has ended. Step back with the arrows to look at it, or start a new one.");
      if (!active) return say(`It is ${view.players[mover ?? 0] ?? "the other side"}'s turn.`);
      const step = point(view.scene, view.moves, selected, place);
      switch (step.kind) {
        case "play":
          return play(step.move);
        case "select":
          return setSelected(step.site);
        case "ask":
          return setAsking(step.moves);
        case "clear":
          return setSelected(null);
        case "refuse":
          setSelected(null);
          return say(step.why, "bad");
      }
    },
    [view, active, over, selected, play, mover],
  );

  /** Lifts a piece and lays it elsewhere; where it cannot lie, the lift is taken back. */
  const carry = useCallback(
    async (before: View, lift: string, from: number, place: Place) => {
      setSelected(null);
      try {
        const lifted = await api.play(id, lift);
        const lay = layAt(before.scene, lifted.scene, lifted.moves, place);
        if (lay) return take(await api.play(id, lay.text));
        // The field may have fallen apart, so that the mover must first say which part stays.
        if (lifted.turn.kind !== "player" || lifted.turn.player !== before.turn.player || lifted.moves.some((move) => move.marks.choice !== "")) return take(lifted);
        take(await api.undo(id));
        say(cannotReach(before.scene, from, place), "bad");
      } catch (error) {
        sayProblem(error);
      }
    },
    [id, take],
  );
  const dragging = useMemo((): Dragging | undefined => {
    if (!view || !active) return undefined;
    const growing = isGrowing(view.scene);
    const starts = new Set(view.moves.filter((move) => growing || targetOf(move) !== null).map((move) => move.marks.from));
    return {
      can: (site) => starts.has(site) && view.scene.sites[site]?.shape !== "pit",
      begin: (site) => {
        setAsking(null);
        setSelected(site);
      },
      drop: (from, place) => {
        const onItself = place !== null && "site" in place && place.site === from;
        if (place === null || onItself) {
          setSelected(null);
          return "back";
        }
        const step = drop(view.scene, view.moves, from, place);
        switch (step.kind) {
          case "play":
            play(step.move);
            return "made";
          case "lift":
            void carry(view, step.move, from, place);
            return "made";
          case "ask":
            setAsking(step.moves);
            return "asked";
          case "refuse":
            setSelected(null);
            say(step.why, "bad");
            return "back";
        }
      },
    };
  }, [view, active, play, carry]);

  const askHint = async () => {
    if (!view) return;
    setHinting(true);
    try {
      const report = await api.hint(id, usualAdviser(agents));
      const best = view.moves.find((move) => move.text === report.line[0]);
      if (best && current.current?.node === view.node) {
        setHint(best);
        say(`Try ${plainMove(best.text)} (worth ${worth(report)}).`, "good");
      }
    } catch (error) {
      sayProblem(error);
    }
    setHinting(false);
  };

  const showLegal = (show: boolean) => {
    setShowMoves(show);
    keep(SHOW_MOVES, show ? "yes" : "no");
  };
  const goTo = useCallback((node: number) => act(api.go(id, node)), [act, id]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (!view || target.closest("input,select,textarea,.hit,[role=tab],[role=dialog]") || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft" && view.node !== 0) goTo(view.tree[view.node]!.parent);
      if (event.key === "ArrowRight") {
        const next = nextOf(view, view.node);
        if (next !== null) goTo(next);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [view, goTo]);

  const heat = useMemo(() => (view && analysis?.node === view.node && analyst ? heatMap(view, analysis) : null), [view, analysis, analyst]);

  if (missing) {
    return (
      <div class="missing">
        <h1>This table is not here</h1>
        <p>{missing}</p>
        <a class="button" href="#/">Choose a game</a>
      </div>
    );
  }
  if (!view) return <p class="note">Setting up the board…</p>;

  const humans = view.seats.filter((who) => who === HUMAN).length;
  const watching = humans === 0;
  const next = nextOf(view, view.node);
  const turnWords = over
    ? outcomeWords(view)
    : view.turn.kind === "chance"
      ? "Chance decides"
      : `${view.players[mover!]} to move`;

  return (
    <div class="table">
      <section class="table-board" aria-label="Board">
        <div class="table-head">
          <h1>
            {title} {view.game !== view.name && <small>{view.game.slice(view.name.length)}</small>}
          </h1>
          <p class={over ? "turn over" : "turn"} role="status" aria-live="polite">
            {view.thinking && <span class="thinking" aria-hidden="true" />}
            {turnWords}
            {view.thinking && !over ? " — thinking" : ""}
            {!connected && <span class="offline">not connected</span>}
          </p>
          <p class="sr-only" role="status" aria-live="polite">
            {lastWords(view)}
          </p>
        </div>
        <Players view={view} over={over} />
        <div class="board-frame">
          <Board
            scene={view.scene}
            moves={view.moves}
            last={view.last}
            active={active}
            selected={selected}
            onPoint={onPoint}
            heat={heat}
            course={heat ? analysis!.course : null}
            hint={hint}
            showMoves={showMoves}
            stepped={stepped}
            dragging={dragging}
            colour={mover === null ? null : (view.colours[mover] ?? null)}
          />
          {asking && (
            <Chooser
              moves={asking}
              onChoose={play}
              onClose={() => {
                setAsking(null);
                setSelected(null);
              }}
            />
          )}
        </div>
        {over && (
          <div class="banner" role="alert">
            <strong>{outcomeWords(view)}</strong>
            {view.outcome?.scores && <span>{view.players.map((name, index) => `${name} ${view.outcome!.scores![index]}`).join(" · ")}</span>}
          </div>
        )}
        {view.trouble && <p class="problem" role="alert">{view.trouble}</p>}
        <div class="tools" role="group" aria-label="Game">
          {active && bareMoves(view.moves).length > 0 && (
            <div class="bare-moves" role="group" aria-label="Moves without a place">
              {bareMoves(view.moves).slice(0, 12).map((move) => (
                <button type="button" class="primary" onClick={() => play(move.text)}>
                  {titled(move.marks.choice || plainMove(move.text))}
                </button>
              ))}
            </div>
          )}
          <button type="button" disabled={view.node === 0} onClick={() => act(api.undo(id))} title="Take back">
            <Icon name="undo" /> <span>Undo</span>
          </button>
          <button type="button" disabled={next === null} onClick={() => next !== null && goTo(next)} title="Play again what was taken back">
            <Icon name="redo" /> <span>Redo</span>
          </button>
          <button type="button" disabled={!active || hinting} onClick={() => void askHint()} title="Ask a strong agent for a move">
            <Icon name="hint" /> <span>{hinting ? "Thinking…" : "Hint"}</span>
          </button>
          {view.thinking && (
            <button type="button" onClick={() => act(api.moveNow(id))} title="Let the agent move at once">
              <Icon name="now" /> <span>Move now</span>
            </button>
          )}
          {(watching || (view.paused && humans < view.seats.length)) && !over && (
            <button type="button" class={view.paused ? "primary" : ""} onClick={() => act(api.seats(id, { paused: !view.paused }))}>
              <Icon name={view.paused ? "play" : "pause"} /> <span>{view.paused ? "Continue" : "Pause"}</span>
            </button>
          )}
          {!over && !watching && (
            <button type="button" disabled={!active} onClick={() => confirmed("Resign this game?", "Resign", () => void act(api.resign(id)))}>
              <Icon name="flag" /> <span>Resign</span>
            </button>
          )}
          {humans > 0 && humans < view.seats.length && (
            <button type="button" onClick={() => act(api.seats(id, { seats: [...view.seats.slice(1), view.seats[0]!], paused: false }))} title="Exchange seats">
              <Icon name="swap" /> <span>Swap sides</span>
            </button>
          )}
          <button type="button" class={over ? "primary" : ""} onClick={() => void newGame(view)}>
            <Icon name="fresh" /> <span>New game</span>
          </button>
        </div>
        {watching && (
          <label class="pace">
            Pace
            <input
              type="range" min="0" max="3000" step="100" value={3000 - view.pace}
              onChange={(event) => act(api.seats(id, { pace: 3000 - Number(event.currentTarget.value) }))}
            />
          </label>
        )}
        <TypeMove view={view} active={active} play={play}>
          <label class="check">
            <input type="checkbox" checked={showMoves} onChange={(event) => showLegal(event.currentTarget.checked)} />
            Show moves
          </label>
        </TypeMove>
      </section>
      <aside class="table-side">
        <Tabs label="About this game" of={TABS}>
          {(tab) => (
            <>
              {tab === "moves" && <Curve view={view} onGo={goTo} />}
              {tab === "moves" && <MovesPanel view={view} onGo={goTo} />}
              {tab === "analysis" && (
                <AnalysisPanel
                  view={view}
                  agents={agents}
                  analyst={analyst}
                  analysis={analysis?.node === view.node ? analysis : null}
                  onAnalyst={setAnalyst}
                  onPlay={active ? play : null}
                />
              )}
              {tab === "rules" && <RulesPanel game={view.game} name={view.name} />}
              {tab === "players" && <SeatsPanel view={view} agents={agents} onSeats={(seats) => act(api.seats(id, { seats }))} />}
              {tab === "share" && <SharePanel view={view} />}
            </>
          )}
        </Tabs>
      </aside>
    </div>
  );
}

async function newGame(view: View) {
  try {
    const next = await api.open(view.game, view.seats, { pace: view.pace });
    location.hash = `#/t/${next.id}`;
  } catch (error) {
    sayProblem(error);
  }
}

/** The move that led here, for those who hear the page. */
function lastWords(view: View): string {
  const { text, player } = view.tree[view.node]!;
  if (view.node === 0) return "";
  return player === null ? `Chance: ${text}` : `${view.players[player]} played ${plainMove(text)}`;
}

/** A ball in the colour of a player's pieces. */
function Chip({ colour }: { colour: Colour | null }) {
  if (colour === null) return null;
  return (
    <svg class="chip" viewBox="-34 -34 68 68" width="17" height="17" aria-hidden="true">
      <Stack pieces={[{ site: 0, level: 0, count: 1, colour, shape: "ball", label: "" }]} />
    </svg>
  );
}

function Players({ view, over }: { view: View; over: boolean }) {
  const captions = view.scene.captions.filter((caption) => !/ to move$/.test(caption));
  return (
    <div class="players">
      {view.players.map((name, index) => {
        const seat = view.seats[index]!;
        const turn = !over && view.turn.player === index;
        const standing = view.standings?.[index];
        return (
          <div class={turn ? "player on-turn" : "player"}>
            <span class="player-name">
              <Chip colour={view.colours[index] ?? null} /> {name}
            </span>
            <span class="player-seat">{seatName(seat)}</span>
            {standing !== undefined && (
              <span class="player-bar" title={`Standing ${standing.toFixed(2)}`}>
                <span style={{ width: `${(50 + 50 * standing).toFixed(0)}%` }} />
              </span>
            )}
          </div>
        );
      })}
      <p class="captions">
        {captions.map((caption) => (
          <span>{caption}</span>
        ))}
      </p>
    </div>
  );
}

function TypeMove({ view, active, play, children }: { view: View; active: boolean; play: (move: string) => void; children: ComponentChildren }) {
  const [text, setText] = useState("");
  return (
    <form
      class="type-move"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") play(typed(view, text.trim()));
        setText("");
      }}
    >
      <label>
        <span class="sr-only">Type a move</span>
        <input list="legal-moves" placeholder={active ? `Type a move, for example ${plainMove(view.moves[0]?.text ?? "")}` : "Not your turn"} value={text} disabled={!active} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <datalist id="legal-moves">
        {view.moves.slice(0, 300).map((move) => (
          <option value={plainMove(move.text)} />
        ))}
      </datalist>
      <button type="submit" disabled={!active}>
        Move
      </button>
      <span class="count">{active ? `${view.moves.length} legal` : `${lineTo(view, view.node).length - 1} moves played`}</span>
      {children}
    </form>
  );
}

/** The legal move that was meant, if it was written as people do. */
function typed(view: View, text: string): string {
  const meant = view.moves.filter((move) => plainMove(move.text) === text);
  return meant.length === 1 ? meant[0]!.text : text;
}

/** What an analysis says about each place that could be pointed at. */
function heatMap(view: View, analysis: Analysis): Map<string, Heat> {
  const heat = new Map<string, Heat>();
  const total = analysis.report.rows.reduce((sum, row) => sum + row.visits, 0);
  const best = Math.max(...analysis.report.rows.map((row) => row.standing));
  const moves = new Map(view.moves.map((move) => [move.text, move]));
  for (const row of analysis.report.rows) {
    const move = moves.get(row.chosen);
    if (!move) continue;
    const place = targetOf(move);
    const key = place ? placeKey(place) : move.marks.from !== null ? `s${move.marks.from}` : null;
    if (key === null) continue;
    const share = total > 0 ? row.visits / total : row.standing === best ? 0.5 : 0.08;
    const old = heat.get(key);
    const known = row.value === UNKNOWN ? [] : [row.standing];
    if (old && old.standing !== null) known.push(old.standing);
    heat.set(key, { share: (old?.share ?? 0) + share, standing: known.length > 0 ? Math.max(...known) : null });
  }
  return heat;
}
