import type { ReactNode } from 'react';

/** An open section of a group's page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-rule border-t pt-5">
      <h2 className="display-3">{title}</h2>
      {children}
    </section>
  );
}
