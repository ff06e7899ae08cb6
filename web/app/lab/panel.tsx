import type { ReactNode } from 'react';

/** One part of a sample's page, in a frame. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-5 rounded-sm border border-edge bg-sheet p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="display-3">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
