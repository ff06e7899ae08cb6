import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

/** The error of a whole form, above it. It scrolls into view on small screens. */
export function FormAlert({
  text,
  className = '',
  children,
}: {
  text: string;
  /** Classes for the look of the text. */
  className?: string;
  children?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={place} role="alert" className="empty:hidden">
      {text ? (
        <div className="grid gap-2 rounded-sm border border-bad/40 bg-bad-soft px-4 py-3 text-bad">
          <p className={`flex items-start gap-2 font-medium text-sm ${className}`}>
            <CircleAlert className="size-5" />
            <span>{text}</span>
          </p>
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** The red banner above a failed account form, in capitals (specification). */
export function ErrorBanner(props: { text: string; children?: ReactNode }) {
  return <FormAlert {...props} className="uppercase tracking-wide" />;
}
