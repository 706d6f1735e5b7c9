// Who sits where: a person or an agent, with the agent's strength in plain words first.

import { useState } from "preact/hooks";
import type { AgentEntry } from "../api";
import { ParamForm, specParts, specText } from "./params";

export const HUMAN = "human";

interface Props {
  label: string;
  seat: string;
  agents: AgentEntry[];
  onChange: (seat: string) => void;
}

export function SeatPicker({ label, seat, agents, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const { name, values } = specParts(seat);
  const entry = agents.find((agent) => agent.name === name);
  return (
    <div class="seat">
      <label>
        <span class="seat-label">{label}</span>
        <select value={name} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value={HUMAN}>A person</option>
          {agents.map((agent) => (
            <option value={agent.name} title={agent.summary}>
              {agent.name}
            </option>
          ))}
        </select>
      </label>
      {entry && (
        <p class="seat-about">
          {entry.summary}{" "}
          {entry.parameters.length > 0 && (
            <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? "hide options" : "options"}
            </button>
          )}
        </p>
      )}
      {entry && open && (
        <ParamForm params={entry.parameters} values={values} onChange={(next) => onChange(specText(name, entry.parameters, next))} />
      )}
    </div>
  );
}
