import { useEffect, useRef } from 'react';

/** Actions by the key on the keyboard that is pressed together with Ctrl (or Command). */
export type Shortcuts = Record<string, (() => void) | undefined>;

/**
 * Runs an action when the user presses Ctrl and its key, wherever the focus is. An open dialog prevents it, unless
 * `closesDialogs`: then each open dialog is asked to close, as Escape asks it, and the action follows.
 */
export function useShortcuts(shortcuts: Shortcuts, { closesDialogs = false } = {}): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const action = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      // The question for the password is the last one in the page, and may stand above another dialog.
      const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')];
      if (!action || (dialogs.length > 0 && !closesDialogs)) return;
      event.preventDefault();
      // The closed dialog has given the focus back before this event.
      dialogs[0]?.addEventListener('close', () => action(), { once: true });
      for (const dialog of dialogs.reverse()) dialog.requestClose();
      if (dialogs.length === 0) action();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [closesDialogs]);
}

const keyCap = 'figures rounded-sm border border-edge bg-sheet px-1.5 py-0.5 text-xs';

/** The keyboard shortcuts of this screen. */
export function ShortcutList({ items }: { items: { key: string; does: string }[] }) {
  return (
    <ul
      aria-label="Keyboard shortcuts"
      className="hidden flex-wrap gap-x-6 gap-y-2 text-ink-soft text-sm md:flex"
    >
      {items.map(({ key, does }) => (
        <li key={key} className="flex items-center gap-2">
          <span>
            <kbd className={keyCap}>Ctrl</kbd> <kbd className={keyCap}>{key}</kbd>
          </span>
          {does}
        </li>
      ))}
    </ul>
  );
}
