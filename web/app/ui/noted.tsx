import type { ReactNode } from 'react';

/** A figure with what has to be said about it in small type underneath. */
export function Noted({ notes, children }: { notes: string[]; children: ReactNode }) {
  if (notes.length === 0) return children;
  return (
    <>
      {children}
      {notes.map((note) => (
        <span
          key={note}
          className="block max-w-72 whitespace-normal font-sans text-ink-soft text-xs wide:ml-auto"
        >
          {note}
        </span>
      ))}
    </>
  );
}
