import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

/** The red banner over a form that failed. Scrolls into view, so that it is seen on a small screen. */
export function ErrorBanner({ text, children }: { text: string; children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={place} role="alert" className="empty:hidden">
      {text ? (
        <div className="grid gap-2 rounded-sm border border-bad/40 bg-bad-soft px-4 py-3 text-bad">
          <p className="flex items-start gap-2 font-medium text-sm uppercase tracking-wide">
            <CircleAlert className="size-5" />
            <span>{text}</span>
          </p>
          {children}
        </div>
      ) : null}
    </div>
  );
}
