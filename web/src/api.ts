// What the server says and can be asked. The same names as in the Rust code behind it.

export type Colour = "board" | "white" | "black" | "red" | "blue" | "yellow" | "green" | "neutral";
export type SiteShape = "square" | "hexagon" | "point" | "pit" | "store" | "hole" | "edge";
export type PieceShape = "disc" | "ball" | "tile" | "seed" | "bar";
export type Point = [number, number, number];

export interface Site {
  name: string;
  at: Point;
  shape: SiteShape;
  colour: Colour;
}

export interface Piece {
  site: number;
  level: number;
  count: number;
  colour: Colour;
  shape: PieceShape;
  label: string;
}

export interface Scene {
  sites: Site[];
  pieces: Piece[];
  lines: { from: Point; to: Point }[];
  captions: string[];
  highlights: number[];
}

export interface Marks {
  from: number | null;
  to: number | null;
  choice: string;
  at: [number, number] | null;
}

export interface LegalMove {
  text: string;
  marks: Marks;
}

export interface Param {
  name: string;
  kind: "whole" | "real" | "switch" | "choice" | "word";
  min?: number;
  max?: number;
  of?: string[];
  default: string;
  about: string;
}

export interface Entry {
  name: string;
  family: string;
  players: string;
  summary: string;
  parameters: Param[];
  source: string;
}

export interface AgentEntry {
  name: string;
  summary: string;
  parameters: Param[];
}

export interface Rules {
  game: string;
  rules: string;
  players: string[];
  entry: Entry | null;
  /** What a draft is called. */
  title: string | null;
}

/** A move in the tree of a table: the game itself and every variation that was tried. */
export interface TreeNode {
  parent: number;
  text: string;
  /** Who moved; null for chance. */
  player: number | null;
  /** What the mover thought of it, from -1 to 1. */
  evaluation: number | null;
  /** The standing of the first player after it, from -1 to 1, where the game can judge. */
  standing: number | null;
}

export interface Outcome {
  text: string;
  winner: number | null;
  draw: boolean;
  scores: number[] | null;
}

export interface View {
  id: string;
  version: number;
  game: string;
  name: string;
  /** What a draft is called. */
  title: string | null;
  family: string;
  players: string[];
  /** The colour of each player's pieces; null where they have none of their own. */
  colours: (Colour | null)[];
  /** "human", or the name of an agent. */
  seats: string[];
  tree: TreeNode[];
  /** The node that is looked at; 0 is the start. */
  node: number;
  turn: { kind: "player" | "chance" | "over"; player: number | null };
  outcome: Outcome | null;
  resigned: number | null;
  scene: Scene;
  moves: LegalMove[];
  /** The sites of the move that led here, numbered as before it was played. */
  last: Marks | null;
  position: string;
  standings: number[] | null;
  thinking: boolean;
  paused: boolean;
  pace: number;
  /** Why an agent could not move, if so. */
  trouble: string | null;
}

export interface ReportRow {
  chosen: string;
  visits: number;
  value: string;
  standing: number;
}

/** The worth of a move that an agent has not judged. */
export const UNKNOWN = "unknown";

export interface Report {
  value: string;
  standing: number;
  depth: number;
  nodes: number;
  playouts: number;
  seconds: number;
  line: string[];
  rows: ReportRow[];
}

/** A move of the course that an agent expects, as it lies on the board. */
export interface CourseStep {
  /** Who makes it; null for chance. */
  player: number | null;
  from: Point | null;
  to: Point | null;
}

export interface Analysis {
  node: number;
  agent: string;
  report: Report;
  /** The first moves of what is expected. */
  course: CourseStep[];
  done: boolean;
}

/** What is known for certain about a position, for the player on turn. */
export interface Exact {
  value: "win" | "draw" | "loss" | null;
  plies: number | null;
  /** By how much the player on turn wins in the end, from endgame tables. */
  margin: number | null;
  /** The moves with their margins, best first, from endgame tables. */
  moves: [string, number][];
  line: string[];
  nodes: number;
  seconds: number;
}

/** An answer that says what is wrong, in a sentence. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem(0, "The server does not answer. Is it still running?");
  }
  const text = await answer.text();
  let parsed: unknown = null;
  try {
    parsed = text === "" ? null : JSON.parse(text);
  } catch {
    parsed = null;
  }
  if (!answer.ok) {
    const detail = (parsed as { detail?: string } | null)?.detail;
    throw new Problem(answer.status, detail ?? `The server answered with error ${answer.status}.`);
  }
  return parsed as T;
}

const games = { list: null as Promise<Entry[]> | null, agents: null as Promise<AgentEntry[]> | null };

export const api = {
  games: () => (games.list ??= call<Entry[]>("GET", "games")),
  /** The agents; a person's seat is offered by the page itself. */
  agents: () =>
    (games.agents ??= call<AgentEntry[]>("GET", "agents").then((list) => list.filter((agent) => agent.name !== "human"))),
  rules: (game: string) => call<Rules>("GET", `rules?game=${encodeURIComponent(game)}`),
  open: (game: string, seats: string[], more: { position?: string; record?: string; pace?: number } = {}) =>
    call<View>("POST", "tables", { game, seats, ...more }),
  view: (id: string) => call<View>("GET", `tables/${id}`),
  play: (id: string, move: string) => call<View>("POST", `tables/${id}/play`, { move }),
  go: (id: string, node: number) => call<View>("POST", `tables/${id}/go`, { node }),
  undo: (id: string) => call<View>("POST", `tables/${id}/undo`),
  resign: (id: string) => call<View>("POST", `tables/${id}/resign`),
  seats: (id: string, change: { seats?: string[]; paused?: boolean; pace?: number }) =>
    call<View>("POST", `tables/${id}/seats`, change),
  moveNow: (id: string) => call<View>("POST", `tables/${id}/now`),
  hint: (id: string, agent: string) => call<Report>("POST", `tables/${id}/hint`, { agent }),
  exact: (id: string) => call<Exact>("POST", `tables/${id}/exact`),
  picture: (game: string) => `api/picture?game=${encodeURIComponent(game)}`,
  recordLink: (id: string) => `api/tables/${id}/record`,
  svgLink: (id: string) => `api/tables/${id}/picture`,
};

export interface LiveMessage {
  view?: View;
  analysis?: Analysis;
  trouble?: string;
}

/** A line on which the server reports what happens. It reconnects by itself. */
export class Line<T> {
  private socket: WebSocket | null = null;
  private closed = false;
  private wait = 500;

  constructor(
    private readonly path: string,
    private readonly hear: (message: T) => void,
    private readonly state: (connected: boolean) => void,
  ) {
    this.connect();
  }

  private connect() {
    const address = new URL(`api/${this.path}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 500;
      this.state(true);
      this.opened();
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as T);
    socket.onclose = () => {
      if (this.closed) return;
      this.state(false);
      setTimeout(() => !this.closed && this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 10_000);
    };
  }

  /** Called whenever the line stands again. */
  protected opened() {}

  protected send(message: unknown) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}

/** The line to a table. */
export class Live extends Line<LiveMessage> {
  private wish: string | null = null;

  constructor(id: string, hear: (message: LiveMessage) => void, state: (connected: boolean) => void) {
    super(`tables/${id}/live`, hear, state);
  }

  protected override opened() {
    if (this.wish) this.send({ analyse: this.wish });
  }

  /** Asks for a running analysis by an agent, or for none. */
  analyse(agent: string | null) {
    this.wish = agent;
    this.send({ analyse: agent });
  }
}
