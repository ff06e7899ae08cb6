import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';

/** A grey area while something loads. `className` sets its size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-sm bg-wash [animation:shimmer_1.6s_ease-in-out_infinite] ${className}`}
    />
  );
}

/** An empty list, with a hint what to do. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 rounded-sm border border-rule border-dashed px-6 py-14 text-center">
      <span aria-hidden="true" className="motif h-16 w-64 max-w-full text-edge" />
      <p className="display-3">{title}</p>
      {children ? <div className="max-w-prose text-ink-soft">{children}</div> : null}
      {action}
    </div>
  );
}

/** A part of the page that failed to load. */
export function ErrorPanel({
  message,
  onRetry,
  busy = false,
}: {
  message: string;
  onRetry?: (() => void) | undefined;
  busy?: boolean;
}) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-4 rounded-sm border border-bad/40 bg-bad-soft p-6"
    >
      <p className="flex items-start gap-2 text-bad">
        <CircleAlert className="mt-[0.2em] size-5" />
        <span>{message}</span>
      </p>
      {onRetry ? (
        <Button variant="secondary" size="small" onClick={onRetry} busy={busy}>
          Try Again
        </Button>
      ) : null}
    </div>
  );
}

/** A note beside the text. */
export function Notice({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'wait' | 'bad' | 'good';
  children: ReactNode;
}) {
  const look = {
    plain: 'border-rule bg-wash',
    wait: 'border-wait/40 bg-wait-soft',
    bad: 'border-bad/40 bg-bad-soft',
    good: 'border-good/40 bg-good-soft',
  }[tone];
  return <div className={`rounded-sm border px-4 py-3 ${look}`}>{children}</div>;
}

/** Says on a page that needs scripts why it does nothing without them. */
export function NeedsScripts() {
  return (
    <noscript>
      <Notice tone="wait">
        This page needs JavaScript. Switch it on for this site, then load the page again.
      </Notice>
    </noscript>
  );
}
