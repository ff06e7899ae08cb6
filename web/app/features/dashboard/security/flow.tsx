import { type ReactNode, useEffect, useRef } from 'react';
import { BackLink } from '../../../ui/back-link';

/** A page for one change of the account, with an explanation and a link back. Each `title` is a step of its own. */
export function Flow({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  // Scrolls and moves the focus to the start of each step.
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="grid min-w-0 max-w-lg gap-6">
      <div className="grid gap-3">
        <BackLink to="/dashboard/profile/security">Security</BackLink>
        <h1 ref={heading} tabIndex={-1} className="display-2 outline-none">
          {title}
        </h1>
        {lead ? <p className="text-ink-soft">{lead}</p> : null}
      </div>
      {children}
    </div>
  );
}
