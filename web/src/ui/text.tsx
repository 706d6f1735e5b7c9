// Plain text with paragraphs and lists, as the games write their rules.

export function Prose({ text }: { text: string }) {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== "");
  return (
    <div class="prose">
      {blocks.map((block) => {
        const lines = block.trim().split("\n");
        const items: string[] = [];
        const before: string[] = [];
        for (const line of lines) {
          if (line.startsWith("- ")) items.push(line.slice(2));
          else if (items.length > 0) items[items.length - 1] += ` ${line.trim()}`;
          else before.push(line);
        }
        return (
          <>
            {before.length > 0 && <p>{before.join(" ")}</p>}
            {items.length > 0 && <ul>{items.map((item) => <li>{item}</li>)}</ul>}
          </>
        );
      })}
    </div>
  );
}

export const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, " ");

/** A move as people write it: without the hand it comes from and the number of the rule that allows it. */
export const plainMove = (text: string) =>
  text
    .replace(/~\d+$/, "")
    .replace(/^hand[\d.]*-/, "")
    .replace(/-hand[\d.]*$/, " back")
    .replace(/^([A-Za-z]+)0@/, "$1 ");

/** A number from -1 to 1 with its sign, if anything is left of it. */
export const signed = (value: number) => (Math.abs(value) < 0.005 ? "0.00" : `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`);
