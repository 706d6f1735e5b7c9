// Charts, drawn by uPlot in the colours of the page.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

interface Props {
  /** What the chart says, for those who cannot see it. */
  label: string;
  data: uPlot.AlignedData;
  /** One for each row of the data after the first. */
  series: { title: string; kind: "line" | "band" | "bars" }[];
  x: string;
  low?: number;
  high?: number;
  height?: number;
}

const HEIGHT = 170;

/** Bars need half a bar of room at either end. */
function around({ series, data }: Props, low: number, high: number): [number, number] {
  const room = series[0]?.kind === "bars" && data[0].length > 1 ? (data[0][1]! - data[0][0]!) / 2 : 0;
  return [low - room, high + room];
}

function options(props: Props, width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour("--ink-2"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "12px system-ui" };
  const [accent, faint] = [colour("--accent"), colour("--ink-2")];
  return {
    width,
    height: props.height ?? HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false, range: (_, low, high) => around(props, low, high) }, y: { range: (_, low, high) => [props.low ?? low, props.high ?? high] } },
    axes: [{ ...axis, label: props.x, labelSize: 16, labelFont: "12px system-ui", size: 30 }, { ...axis, size: 46 }],
    series: [
      {},
      ...props.series.map(({ title, kind }) => ({
        label: title,
        stroke: kind === "band" ? faint : accent,
        width: kind === "band" ? 1 : 2,
        dash: kind === "band" ? [4, 4] : undefined,
        fill: kind === "bars" ? `${accent}55` : undefined,
        paths: kind === "bars" ? uPlot.paths.bars!({ size: [0.9, 60] }) : undefined,
        points: { show: false },
      })),
    ],
  };
}

export function Plot(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const make = () => {
      plot.current?.destroy();
      if (frame.current) plot.current = new uPlot(options(props, frame.current.clientWidth), props.data, frame.current);
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
  return <div class="plot" ref={frame} role="img" aria-label={props.label} />;
}
