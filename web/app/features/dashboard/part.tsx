import type { ReactNode } from 'react';

/** A section of a dashboard page, with a line above it. Level 3: a section of a fold. */
export function Part({
  title,
  level = 2,
  children,
}: {
  title: ReactNode;
  level?: 2 | 3;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <section
      className={`grid min-w-0 grid-cols-1 ${level === 2 ? 'gap-5 border-rule border-t pt-5' : 'gap-3'}`}
    >
      <Heading className={`wrap-anywhere ${level === 2 ? 'display-3' : 'font-medium'}`}>{title}</Heading>
      {children}
    </section>
  );
}
