import type { ReactNode } from 'react';

/** A part of a dashboard page under a line. */
export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-5 border-rule border-t pt-5">
      <h2 className="display-3 wrap-anywhere">{title}</h2>
      {children}
    </section>
  );
}
