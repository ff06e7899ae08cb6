import type { ReactNode } from 'react';
import { canStoreSession } from '../../lib/session';
import { useHydrated } from '../../ui/figures';
import { NeedsScripts, Notice } from '../../ui/states';

/** The frame of an account page, one narrow column: the page's purpose, a link to the related page, and the form. */
export function AccountFrame({
  title,
  aside,
  lead,
  children,
}: {
  title: string;
  /** The link to the related page, beside the heading: 'No account yet? Register'. */
  aside?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const isBlocked = useHydrated() && !canStoreSession();
  return (
    <section className="page py-12 sm:py-20">
      <div className="mx-auto grid w-full max-w-md gap-8">
        <header className="grid gap-3">
          <span aria-hidden="true" className="motif h-10 w-40 text-accent [mask-position:left]" />
          <h1 className="display-2">{title}</h1>
          {lead ? <div className="text-ink-soft">{lead}</div> : null}
          {aside ? <p className="text-sm">{aside}</p> : null}
        </header>
        <NeedsScripts />
        <div role="alert" className="empty:hidden">
          {isBlocked ? (
            <Notice tone="bad">
              Your browser keeps this site from storing anything, so it cannot remember that you are signed
              in. Allow site data (cookies) for this site, then load the page again.
            </Notice>
          ) : null}
        </div>
        {children}
      </div>
    </section>
  );
}
