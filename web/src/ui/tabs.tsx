// Panels behind tabs; Zag moves the focus and tells readers which is open.

import { normalizeProps, useMachine } from "@zag-js/preact";
import * as tabs from "@zag-js/tabs";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  /** What the tabs are about. */
  label: string;
  /** Names and titles; the first is open at first. */
  of: readonly (readonly [string, string])[];
  /** What a panel shows. */
  children: (name: string) => ComponentChildren;
}

export function Tabs({ label, of, children }: Props) {
  const service = useMachine(tabs.machine, { id: useId(), defaultValue: of[0]![0] });
  const api = tabs.connect(service, normalizeProps);
  return (
    <>
      <div {...api.getListProps()} class="tabs" aria-label={label}>
        {of.map(([name, title]) => (
          <button type="button" {...api.getTriggerProps({ value: name })}>{title}</button>
        ))}
      </div>
      {of.map(([name]) => (
        <div {...api.getContentProps({ value: name })} class="tab-body">
          {api.value === name && children(name)}
        </div>
      ))}
    </>
  );
}
