import type { ReactNode } from 'react';

/** A figure with what has to be said about it in small type underneath. */
export function Noted({
  notes,
  start = false,
  children,
}: {
  notes: string[];
  /** In a column that is not one of figures: the notes begin where it begins. */
  start?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <span className="contents">{children}</span>
      {notes.map((note) => (
        <span
          key={note}
          className={`block max-w-72 whitespace-normal font-sans text-ink-soft text-xs ${start ? 'wide:text-left' : 'wide:ml-auto'}`}
        >
          {note}
        </span>
      ))}
    </>
  );
}
