// Charts, drawn by uPlot in the colours of the page.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

interface Props {
  /** What the chart says, for those who cannot see it. */
  label: string;
  data: uPlot.AlignedData;
  /** One for each row of the data after the first. */
  series: { title: string; kind: "line" | "other" | "dashes" | "band" | "bars" }[];
  /** What runs along the chart; without it there are no axes. */
  x?: string;
  low?: number;
  high?: number;
  height?: number;
  /** The place in the data that is looked at. */
  here?: number;
  /** Called with the place in the data that was clicked. */
  onPick?: (index: number) => void;
}

const HEIGHT = 170;

/** Bars need half a bar of room at either end. */
function around({ series, data }: Props, low: number, high: number): [number, number] {
  const room = series[0]?.kind === "bars" && data[0].length > 1 ? (data[0][1]! - data[0][0]!) / 2 : 0;
  return [low - room, high + room];
}

/** A line upright through the place that is looked at, and one along zero where values go below it. */
function guides(plot: uPlot, { here, low }: Props, colour: (name: string) => string) {
  const { ctx, bbox } = plot;
  const stroke = (name: string, from: [number, number], to: [number, number]) => {
    ctx.beginPath();
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.strokeStyle = colour(name);
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  };
  if (low !== undefined && low < 0) {
    const y = plot.valToPos(0, "y", true);
    stroke("--line", [bbox.left, y], [bbox.left + bbox.width, y]);
  }
  if (here !== undefined) {
    const x = plot.valToPos(here, "x", true);
    stroke("--accent", [x, bbox.top], [x, bbox.top + bbox.height]);
  }
}

function options(latest: { current: Props }, width: number): uPlot.Options {
  const props = latest.current;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: colour("--ink-2"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font };
  const [accent, faint] = [colour("--accent"), colour("--ink-2")];
  const bare = props.x === undefined;
  return {
    width,
    height: props.height ?? HEIGHT,
    padding: bare ? [6, 8, 6, 8] : undefined,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: !bare },
    scales: { x: { time: false, range: (_, low, high) => around(latest.current, low, high) }, y: { range: (_, low, high) => [props.low ?? low, props.high ?? high] } },
    axes: bare ? [{ show: false }, { show: false }] : [{ ...axis, label: props.x, labelSize: 16, labelFont: font, size: 30 }, { ...axis, size: 46 }],
    series: [
      {},
      ...props.series.map(({ title, kind }) => ({
        label: title,
        stroke: kind === "band" || kind === "dashes" ? faint : kind === "other" ? colour("--other") : accent,
        width: kind === "band" ? 1 : kind === "dashes" ? 1.5 : 2,
        dash: kind === "band" || kind === "dashes" ? [4, 4] : undefined,
        fill: kind === "bars" ? `${accent}55` : undefined,
        paths: kind === "bars" ? uPlot.paths.bars!({ size: [0.9, 60] }) : undefined,
        spanGaps: true,
        points: { show: false },
      })),
    ],
    hooks: { drawAxes: [(plot) => guides(plot, latest.current, colour)] },
  };
}

export function Plot(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const make = () => {
      plot.current?.destroy();
      if (!frame.current) return;
      const made = new uPlot(options(latest, frame.current.clientWidth), latest.current.data, frame.current);
      made.over.addEventListener("click", () => made.cursor.idx != null && latest.current.onPick?.(made.cursor.idx));
      plot.current = made;
    };
    make();
    const sizes = new ResizeObserver(() => frame.current && plot.current?.setSize({ width: frame.current.clientWidth, height: props.height ?? HEIGHT }));
    sizes.observe(frame.current!);
    const themes = new MutationObserver(make);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => plot.current?.setData(props.data), [props.data]);
  useEffect(() => plot.current?.redraw(false), [props.here]);
  return <div class={props.onPick ? "plot pick" : "plot"} ref={frame} role="img" aria-label={props.label} />;
}
