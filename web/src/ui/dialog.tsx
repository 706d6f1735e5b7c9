// A window over the page; Zag keeps the focus in it and closes it by Escape or a click elsewhere.

import * as dialog from "@zag-js/dialog";
import { normalizeProps, useMachine } from "@zag-js/preact";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  title: string;
  class: string;
  /** Whether the rest of the page waits. */
  modal: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, class: name, modal, onClose, children }: Props) {
  const service = useMachine(dialog.machine, { id: useId(), open: true, modal, preventScroll: modal, onOpenChange: ({ open }) => !open && onClose() });
  const api = dialog.connect(service, normalizeProps);
  const content = (
    <div {...api.getContentProps()} class={name}>
      <h2 {...api.getTitleProps()}>{title}</h2>
      {children}
    </div>
  );
  if (!modal) return content;
  return (
    <>
      <div {...api.getBackdropProps()} class="backdrop" />
      <div {...api.getPositionerProps()} class="over-all">{content}</div>
    </>
  );
}
