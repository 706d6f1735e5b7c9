// What came out of a run: numbers with their intervals, and a chart.

import { useMemo } from "preact/hooks";
import { seatName } from "../ui/seats";
import { Plot } from "../ui/plot";
import type { Estimate, MatchReport, MeasureReport, Run, Tally } from "./api";

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function elo({ value, low, high }: Estimate): string {
  const one = (number: number) => (Math.abs(number) >= 5000 ? (number > 0 ? "∞" : "−∞") : `${number > 0 ? "+" : "−"}${Math.abs(number).toFixed(0)}`);
  return `${one(value)} (${one(low)} to ${one(high)})`;
}

function Bar({ wins, draws, losses }: Tally) {
  const all = Math.max(1, wins + draws + losses);
  return (
    <div class="result-bar" role="img" aria-label={`${wins} won, ${draws} drawn, ${losses} lost`}>
      <span class="won" style={{ width: `${(100 * wins) / all}%` }} />
      <span class="drawn" style={{ width: `${(100 * draws) / all}%` }} />
      <span class="lost" style={{ width: `${(100 * losses) / all}%` }} />
    </div>
  );
}

/** The share of points so far with its interval, as it settled game by game. */
function course(report: MatchReport): [number[], number[], number[], number[]] {
  const [games, mean, low, high]: [number[], number[], number[], number[]] = [[], [], [], []];
  let sum = 0;
  let squares = 0;
  report.course.forEach((score, index) => {
    sum += score;
    squares += score * score;
    const n = index + 1;
    const middle = sum / n;
    const error = 1.96 * Math.sqrt((Math.max(squares / n - middle * middle, 0) + 0.25 / n) / n);
    games.push(n);
    mean.push(100 * middle);
    low.push(100 * Math.max(0, middle - error));
    high.push(100 * Math.min(1, middle + error));
  });
  return [games, mean, low, high];
}

export function MatchView({ run, report }: { run: Run; report: MatchReport }) {
  const data = useMemo(() => course(report), [report]);
  const [a, b] = run.agents;
  return (
    <div class="report">
      <Bar {...report} />
      <p>
        <strong>{seatName(a!)}</strong> won {report.wins}, drew {report.draws}, lost {report.losses} against <strong>{seatName(b!)}</strong>.
      </p>
      <dl class="facts">
        <div><dt>Score</dt><dd>{percent(report.score.value)} <small>{percent(report.score.low)} to {percent(report.score.high)}</small></dd></div>
        <div><dt>Elo</dt><dd>{elo(report.elo)}</dd></div>
        <div><dt>Length</dt><dd>{report.length.toFixed(1)} moves</dd></div>
        <div><dt>Different games</dt><dd>{report.distinct}</dd></div>
        <div><dt>Time a move</dt><dd>{report.pace.map((pace) => `${pace < 10 ? pace.toFixed(1) : pace.toFixed(0)} ms`).join(" · ")}</dd></div>
      </dl>
      <Plot label={`The score of ${a} game by game, ending at ${percent(report.score.value)}`} data={data} series={[{ title: "score", kind: "line" }, { title: "low", kind: "band" }, { title: "high", kind: "band" }]} x="games" low={0} high={100} />
      <p class="note">
        Seats change in every pair of games, which begins with {report.opening} random moves. First seat: {report.by_seat[0]!.wins} won, {report.by_seat[0]!.draws} drawn, {report.by_seat[0]!.losses} lost; second seat:{" "}
        {report.by_seat[1]!.wins}, {report.by_seat[1]!.draws}, {report.by_seat[1]!.losses}. Intervals are 95 %.
        {report.troubled > 0 && ` In ${report.troubled} games an agent broke down and lost.`}
      </p>
    </div>
  );
}

export function MeasureView({ report }: { report: MeasureReport }) {
  const data = useMemo((): [number[], number[]] => [report.lengths.map(([low, high]) => (low + high) / 2), report.lengths.map(([, , count]) => count)], [report]);
  const number = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
  return (
    <div class="report">
      <dl class="facts">
        {report.ends.map((end) => (
          <div><dt>{end.name}</dt><dd>{percent(end.share.rate)} <small>{percent(end.share.low)} to {percent(end.share.high)}</small></dd></div>
        ))}
      </dl>
      {data[0].length > 1 && <Plot label="How many games had how many moves" data={data} series={[{ title: "games", kind: "bars" }]} x="moves of a game" low={0} />}
      <div class="wide-table">
        <table class="rows">
          <thead><tr><th>Measure</th><th>Mean</th><th>95 %</th><th>Median</th><th>Range</th></tr></thead>
          <tbody>
            {report.metrics.map((metric) => (
              <tr title={metric.what}>
                <td>{metric.name}<span class="sr-only">: {metric.what}</span></td>
                <td>{number(metric.mean)} {metric.unit}</td>
                <td>{metric.low === null || metric.high === null ? "" : `${number(metric.low)} to ${number(metric.high)}`}</td>
                <td>{number(metric.median)}</td>
                <td>{number(metric.min)} to {number(metric.max)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
