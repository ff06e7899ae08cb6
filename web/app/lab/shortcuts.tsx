import { useEffect, useRef } from 'react';

/** Keys that are pressed together with Ctrl (or Command): 's', 'k', 'Enter'. */
export type Shortcuts = Record<string, (() => void) | undefined>;

/** Runs an action when the user presses Ctrl and its key, wherever the focus is, but not behind an open dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const action = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
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
