import type { ReactNode } from 'react';
import { Skeleton } from './states';

/** Cards in a grid: one, two or three in a row. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">{children}</div>;
}

/** Grey cards while the page loads. `height` is a class. `label` is read aloud. */
export function SkeletonCards({ count, height, label }: { count: number; height: string; label?: string }) {
  return (
    <CardGrid>
      {label ? <p className="sr-only">{label}</p> : null}
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <Skeleton key={place} className={height} />
      ))}
    </CardGrid>
  );
}
