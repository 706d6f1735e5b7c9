// Who sits where: a person or an agent, with the agent's strength in plain words first.

import { useState } from "preact/hooks";
import type { AgentEntry } from "../api";
import { ParamForm, specParts, specText } from "./params";

export const HUMAN = "human";

/** Opponents by strength, for those who do not want to choose a method. */
export const LEVELS: [string, string][] = [
  ["Beginner", "level(n=2)"],
  ["Casual", "level(n=4)"],
  ["Good", "level(n=7)"],
  ["Strong", "strong"],
];

const known = (agents: AgentEntry[], seat: string) => agents.some((agent) => agent.name === specParts(seat).name);

/** The opponent a newcomer meets first. */
export function usualOpponent(agents: AgentEntry[]): string {
  return LEVELS.map(([, spec]) => spec).find((spec, index) => index > 0 && known(agents, spec)) ?? usualAdviser(agents);
}

/** The agent that gives hints and analyses unless another is chosen. */
export function usualAdviser(agents: AgentEntry[]): string {
  return ["strong", "mcts", "uct"].find((name) => known(agents, name)) ?? agents[0]?.name ?? HUMAN;
}

/** What a seat is called in a few words. */
export function seatName(seat: string): string {
  if (seat === HUMAN) return "person";
  const level = /^level\(n=(\d+)\)$/.exec(seat);
  return LEVELS.find(([, spec]) => spec === seat)?.[0].toLowerCase() ?? (level ? `level ${level[1]}` : specParts(seat).name);
}

interface Props {
  label: string;
  seat: string;
  agents: AgentEntry[];
  onChange: (seat: string) => void;
  /** Whether a person may sit here. */
  people?: boolean;
}

export function SeatPicker({ label, seat, agents, onChange, people = true }: Props) {
  const [open, setOpen] = useState(false);
  const { name, values } = specParts(seat);
  const entry = agents.find((agent) => agent.name === name);
  const level = LEVELS.some(([, spec]) => spec === seat);
  return (
    <div class="seat">
      <label>
        <span class="seat-label">{label}</span>
        <select value={level ? seat : name} onChange={(event) => onChange(event.currentTarget.value)}>
          {people && <option value={HUMAN}>A person, here or by the link</option>}
          <optgroup label="By strength">
            {LEVELS.filter(([, spec]) => known(agents, spec)).map(
              ([title, spec]) => (
                <option value={spec}>{title}</option>
              ),
            )}
          </optgroup>
          <optgroup label="By method">
            {agents.map((agent) => (
              <option value={agent.name} title={agent.summary}>
                {agent.name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {entry && !level && (
        <p class="seat-about">
          {entry.summary}{" "}
          {entry.parameters.length > 0 && (
            <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? "hide options" : "options"}
            </button>
          )}
        </p>
      )}
      {entry && open && !level && (
        <ParamForm params={entry.parameters} values={values} onChange={(next) => onChange(specText(name, entry.parameters, next))} />
      )}
    </div>
  );
}
