// What an agent thinks of the position, as it thinks.

import { useState } from "preact/hooks";
import { UNKNOWN, api, type AgentEntry, type Analysis, type Exact, type View } from "../api";
import { SeatPicker, HUMAN, usualAdviser } from "../ui/seats";
import { worth } from "../ui/outcome";
import { plainMove } from "../ui/text";
import { sayProblem } from "../ui/toast";

interface Props {
  view: View;
  agents: AgentEntry[];
  analyst: string | null;
  analysis: Analysis | null;
  onAnalyst: (agent: string | null) => void;
  onPlay: ((move: string) => void) | null;
}

export function AnalysisPanel({ view, agents, analyst, analysis, onAnalyst, onPlay }: Props) {
  const [agent, setAgent] = useState(() => analyst ?? usualAdviser(agents));
  const report = analysis?.report;
  const most = Math.max(1, ...(report?.rows.map((row) => row.visits) ?? []));
  const first = report?.line[0];
  const rows = [...(report?.rows ?? [])].sort((a, b) => Number(b.chosen === first) - Number(a.chosen === first) || b.visits - a.visits || b.standing - a.standing).slice(0, 12);
  const blind = rows.length > 1 && rows.slice(1).every((row) => row.value === UNKNOWN);
  return (
    <div class="analysis">
      <SeatPicker label="Agent" seat={agent} agents={agents} onChange={(next) => { setAgent(next); if (analyst) onAnalyst(next === HUMAN ? null : next); }} />
      <div class="analysis-tools">
        <button type="button" class={analyst ? "" : "primary"} disabled={agent === HUMAN} onClick={() => onAnalyst(analyst ? null : agent)}>
          {analyst ? "Stop" : "Analyse"}
        </button>
        <Proof view={view} />
      </div>
      {analyst && !report && view.turn.kind === "player" && <p class="note"><span class="thinking" /> Thinking…</p>}
      {report && (
        <>
          <dl class="facts">
            <div><dt>Worth for {view.players[view.turn.player ?? 0]}</dt><dd>{worth(report)}</dd></div>
            <div><dt>Depth</dt><dd>{report.depth}</dd></div>
            <div><dt>{report.playouts > 0 ? "Playouts" : "Positions"}</dt><dd>{(report.playouts || report.nodes).toLocaleString("en")}</dd></div>
            <div><dt>Time</dt><dd>{report.seconds.toFixed(1)} s</dd></div>
          </dl>
          {report.line.length > 0 && <p class="pv"><span>Expected</span> {report.line.slice(0, 8).map(plainMove).join(" ")}</p>}
          <table class="rows">
            <thead><tr><th>Move</th><th>Worth</th><th>Visits</th></tr></thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  <td>
                    <button type="button" class="link" disabled={!onPlay} onClick={() => onPlay?.(row.chosen)}>{plainMove(row.chosen)}</button>
                  </td>
                  <td class={row.value === UNKNOWN ? "note" : row.standing >= 0 ? "up" : "down"}>{row.value}</td>
                  <td><span class="visits" style={{ width: `${(100 * row.visits) / most}%` }} />{row.visits.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {blind && <p class="note small">This search only shows that the others are no better than the first. The method “alphabeta” with the option “exact” gives every move its value.</p>}
        </>
      )}
    </div>
  );
}

/** A proof, where one is found within a few seconds. */
function Proof({ view }: { view: View }) {
  const [found, setFound] = useState<{ node: number; exact: Exact | null } | null>(null);
  const here = found?.node === view.node ? found : null;
  const prove = () => {
    const { node } = view;
    setFound({ node, exact: null });
    api.exact(view.id).then(
      (exact) => setFound({ node, exact }),
      (error: Error) => {
        setFound(null);
        sayProblem(error);
      },
    );
  };
  return (
    <>
      <button type="button" disabled={view.turn.kind !== "player" || (here !== null && here.exact === null)} onClick={prove}>
        {here && !here.exact ? "Proving…" : "Prove the value"}
      </button>
      {here?.exact && (
        <p class="proof" role="status">
          <strong>{proofWords(view, here.exact)}</strong>
          {here.exact.moves.length > 0 && (
            <span class="pv">
              <span>Endgame table</span> {here.exact.moves.map(([move, margin]) => `${move} ${marginText(margin)}`).join(", ")}
            </span>
          )}
          {here.exact.moves.length === 0 && here.exact.line.length > 0 && <span class="pv"><span>Best play</span> {here.exact.line.slice(0, 12).map(plainMove).join(" ")}</span>}
        </p>
      )}
    </>
  );
}

function marginText(margin: number): string {
  return margin > 0 ? `+${margin}` : `${margin}`;
}

function proofWords(view: View, { value, plies, margin, seconds }: Exact): string {
  const name = view.players[view.turn.player ?? 0];
  const moves = plies === null ? "" : ` in ${plies} ${plies === 1 ? "move" : "moves"}`;
  const within = margin === null ? moves : ` by ${Math.abs(margin)}`;
  if (value === "win") return `${name} wins${within}.`;
  if (value === "loss") return `${name} loses${within}.`;
  if (value === "draw") return "A draw with best play.";
  return `No proof was found in ${seconds.toFixed(0)} s.`;
}
