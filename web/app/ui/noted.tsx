import type { ReactNode } from 'react';

/** A number with notes in small letters below. */
export function Noted({
  notes,
  start = false,
  children,
}: {
  notes: string[];
  /** In a column of text: the notes begin at the start of the column. */
  start?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <span className="contents">{children}</span>
      {notes.map((note) => (
        <span
          key={note}
          className={`block max-w-72 whitespace-normal wide:w-0 wide:min-w-full font-sans text-ink-soft text-xs ${start ? 'wide:text-left' : 'wide:ml-auto'}`}
        >
          {note}
        </span>
      ))}
    </>
  );
}
