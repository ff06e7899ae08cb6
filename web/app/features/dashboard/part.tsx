import type { ReactNode } from 'react';

/** A section of a dashboard page, with a line above it. */
export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-5 border-rule border-t pt-5">
      <h2 className="display-3 wrap-anywhere">{title}</h2>
      {children}
    </section>
  );
}
