import type { ReactNode } from 'react';

/** A figure with notes in small type below. */
export function Noted({
  notes,
  start = false,
  children,
}: {
  notes: string[];
  /** In a text column: aligns the notes with the start of the column. */
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
