import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Keeps Tab inside: a native dialog would let it leave to the browser's buttons, a popover to the page. */
export function keepTabInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter((stop) =>
    stop.checkVisibility(),
  );
  const first = stops[0];
  const last = stops.at(-1);
  const active = document.activeElement;
  if (event.shiftKey && (active === first || active === event.currentTarget)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && active === last) {
    event.preventDefault();
    first?.focus();
  }
}

/**
 * Props for a native modal `<dialog>`: everything behind is inert and does not scroll; Escape and a click outside ask
 * to close; focus goes to `[data-start]`, else to the first focusable element, and returns. The dialog must have no
 * padding.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) {
      dialog?.showModal();
      dialog?.querySelector<HTMLElement>('[data-start]')?.focus();
    }
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  return {
    ref,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    // The browser may close it itself when Escape is pressed twice. The event comes later: a reopened dialog stays.
    onClose() {
      if (open && !ref.current?.open) onClose();
    },
    onClick(event: MouseEvent<HTMLDialogElement>) {
      if (event.target === event.currentTarget) onClose();
    },
    onKeyDown: keepTabInside,
  };
}
