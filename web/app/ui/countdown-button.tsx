import type { ReactNode } from 'react';
import { Button } from './button';

/** A button that works when the time of `useCountdown` is over. */
export function CountdownButton({
  left,
  busy,
  onClick,
  children,
}: {
  left: number;
  busy: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button variant="secondary" size="small" disabled={left > 0} busy={busy} onClick={onClick}>
        {children}
      </Button>
      <p role="timer" className="figures text-ink-soft text-sm">
        {left > 0 ? `Available in ${left} s` : ''}
      </p>
    </div>
  );
}
