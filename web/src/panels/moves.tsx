// The moves of a game with every variation that was tried.

import type { View } from "../api";
import { Icon } from "../ui/icons";
import { plainMove, signed } from "../ui/text";

/** The nodes from the start to `node`, both included. */
export function lineTo(view: View, node: number): number[] {
  const line = [node];
  while (line[0] !== 0) line.unshift(view.tree[line[0]!]!.parent);
  return line;
}

export function childrenOf(view: View, node: number): number[] {
  const found: number[] = [];
  view.tree.forEach((child, index) => index !== 0 && child.parent === node && found.push(index));
  return found;
}

/** The move that follows: on the main line, the first that was made. */
export function nextOf(view: View, node: number): number | null {
  return childrenOf(view, node)[0] ?? null;
}

interface Props {
  view: View;
  onGo: (node: number) => void;
}

export function MovesPanel({ view, onGo }: Props) {
  const children = new Map<number, number[]>();
  view.tree.forEach((node, index) => {
    if (index === 0) return;
    const list = children.get(node.parent);
    if (list) list.push(index);
    else children.set(node.parent, [index]);
  });
  const path = new Set(lineTo(view, view.node));
  if (view.tree.length === 1) return <p class="note">No move yet.</p>;
  return (
    <div class="moves">
      <div class="moves-nav">
        <button type="button" aria-label="To the start" disabled={view.node === 0} onClick={() => onGo(0)}><Icon name="first" /></button>
        <button type="button" aria-label="One move back" disabled={view.node === 0} onClick={() => onGo(view.tree[view.node]!.parent)}><Icon name="back" /></button>
        <button type="button" aria-label="One move on" disabled={nextOf(view, view.node) === null} onClick={() => onGo(nextOf(view, view.node)!)}><Icon name="on" /></button>
        <button type="button" aria-label="To the end" disabled={nextOf(view, view.node) === null} onClick={() => onGo(endOf(view, view.node))}><Icon name="last" /></button>
      </div>
      <Line view={view} from={0} number={1} all={children} path={path} onGo={onGo} />
    </div>
  );
}

function endOf(view: View, node: number): number {
  for (let next = nextOf(view, node); next !== null; next = nextOf(view, node)) node = next;
  return node;
}

interface LineProps extends Props {
  from: number;
  number: number;
  all: Map<number, number[]>;
  path: Set<number>;
}

/** One line of play; where it branches, the other branches follow in brackets of their own. */
function Line({ view, from, number, all, path, onGo }: LineProps) {
  const parts = [];
  let node = from;
  let count = number;
  for (;;) {
    const [main, ...others] = all.get(node) ?? [];
    if (main === undefined) break;
    parts.push(<Move view={view} node={main} number={count} path={path} onGo={onGo} />);
    for (const other of others) {
      parts.push(
        <div class="variation">
          <Move view={view} node={other} number={count} path={path} onGo={onGo} />
          <Line view={view} from={other} number={count + 1} all={all} path={path} onGo={onGo} />
        </div>,
      );
    }
    node = main;
    count++;
  }
  return <>{parts}</>;
}

function Move({ view, node, number, path, onGo }: { view: View; node: number; number: number; path: Set<number>; onGo: (node: number) => void }) {
  const { text, player, evaluation } = view.tree[node]!;
  const names = ["move", `by-${player ?? "chance"}`, node === view.node ? "here" : "", path.has(node) ? "" : "off"];
  return (
    <button type="button" class={names.join(" ")} aria-current={node === view.node ? "step" : undefined} onClick={() => onGo(node)}>
      <span class="move-number">{number}</span>
      {plainMove(text)}
      {evaluation !== null && <span class="move-value">{signed(evaluation)}</span>}
    </button>
  );
}
