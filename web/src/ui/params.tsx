// Forms for the parameters of games and agents.

import type { Param } from "../api";

export type ParamValues = Record<string, string>;

/** The name with the parameters that differ from their defaults: kalah(pits=5). */
export function specText(name: string, params: Param[], values: ParamValues): string {
  const given = params
    .filter((param) => values[param.name] !== undefined && values[param.name] !== param.default && values[param.name] !== "")
    .map((param) => `${param.name}=${values[param.name]}`);
  return given.length > 0 ? `${name}(${given.join(",")})` : name;
}

/** Takes a name with parameters apart, as far as the form can show them. */
export function specParts(text: string): { name: string; values: ParamValues } {
  const open = text.indexOf("(");
  if (open < 0) return { name: text, values: {} };
  const values: ParamValues = {};
  let depth = 0;
  let part = "";
  for (const c of text.slice(open + 1, -1) + ",") {
    if (c === "," && depth === 0) {
      const [key, ...rest] = part.split("=");
      if (key) values[key.trim()] = rest.length > 0 ? rest.join("=").trim() : "true";
      part = "";
      continue;
    }
    if (c === "(") depth++;
    if (c === ")") depth--;
    part += c;
  }
  return { name: text.slice(0, open), values };
}

interface Props {
  params: Param[];
  values: ParamValues;
  onChange: (values: ParamValues) => void;
}

export function ParamForm({ params, values, onChange }: Props) {
  if (params.length === 0) return null;
  const set = (name: string, value: string) => onChange({ ...values, [name]: value });
  return (
    <div class="params">
      {params.map((param) => {
        const value = values[param.name] ?? param.default;
        return (
          <label class={param.kind === "switch" ? "param switch" : "param"} title={param.about}>
            <span class="param-name">{param.name.replaceAll("_", " ")}</span>
            {param.kind === "choice" ? (
              <select value={value} onChange={(event) => set(param.name, event.currentTarget.value)}>
                {param.of?.map((word) => <option value={word}>{word}</option>)}
              </select>
            ) : param.kind === "switch" ? (
              <input
                type="checkbox"
                checked={value === "true"}
                onChange={(event) => set(param.name, String(event.currentTarget.checked))}
              />
            ) : param.kind === "word" ? (
              <input type="text" value={value} onInput={(event) => set(param.name, event.currentTarget.value)} />
            ) : (
              <input
                type="number"
                value={value}
                min={param.min}
                max={param.max}
                step={param.kind === "real" ? "any" : 1}
                onInput={(event) => set(param.name, event.currentTarget.value)}
              />
            )}
            <span class="param-about">{param.about}</span>
          </label>
        );
      })}
    </div>
  );
}
