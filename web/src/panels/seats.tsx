import type { AgentEntry, View } from "../api";
import { SeatPicker } from "../ui/seats";

/** Who plays, to be changed in the middle of a game. */
export function SeatsPanel({ view, agents, onSeats }: { view: View; agents: AgentEntry[]; onSeats: (seats: string[]) => void }) {
  return (
    <div class="seats column">
      {view.players.map((name, index) => (
        <SeatPicker
          label={name}
          seat={view.seats[index]!}
          agents={agents}
          onChange={(seat) => onSeats(view.seats.map((old, other) => (other === index ? seat : old)))}
        />
      ))}
    </div>
  );
}
