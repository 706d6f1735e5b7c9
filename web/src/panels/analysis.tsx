// What an agent thinks of the position, as it thinks.

import { useState } from "preact/hooks";
import type { AgentEntry, Analysis, View } from "../api";
import { SeatPicker, HUMAN, usualAdviser } from "../ui/seats";

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
  const rows = [...(report?.rows ?? [])].sort((a, b) => b.visits - a.visits || b.standing - a.standing).slice(0, 12);
  return (
    <div class="analysis">
      <SeatPicker label="Agent" seat={agent} agents={agents} onChange={(next) => { setAgent(next); if (analyst) onAnalyst(next === HUMAN ? null : next); }} />
      <button type="button" class={analyst ? "" : "primary"} disabled={agent === HUMAN} onClick={() => onAnalyst(analyst ? null : agent)}>
        {analyst ? "Stop" : "Analyse"}
      </button>
      {analyst && !report && view.turn.kind === "player" && <p class="note"><span class="thinking" /> Thinking…</p>}
      {report && (
        <>
          <dl class="facts">
            <div><dt>Worth for {view.players[view.turn.player ?? 0]}</dt><dd>{report.value}</dd></div>
            <div><dt>Depth</dt><dd>{report.depth}</dd></div>
            <div><dt>{report.playouts > 0 ? "Playouts" : "Positions"}</dt><dd>{(report.playouts || report.nodes).toLocaleString("en")}</dd></div>
            <div><dt>Time</dt><dd>{report.seconds.toFixed(1)} s</dd></div>
          </dl>
          {report.line.length > 0 && <p class="pv"><span>Expected</span> {report.line.slice(0, 8).join(" ")}</p>}
          <table class="rows">
            <thead><tr><th>Move</th><th>Worth</th><th>Visits</th></tr></thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  <td>
                    <button type="button" class="link" disabled={!onPlay} onClick={() => onPlay?.(row.chosen)}>{row.chosen}</button>
                  </td>
                  <td class={row.standing >= 0 ? "up" : "down"}>{row.value}</td>
                  <td><span class="visits" style={{ width: `${(100 * row.visits) / most}%` }} />{row.visits.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}
