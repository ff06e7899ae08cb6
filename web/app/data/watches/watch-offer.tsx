import { type MouseEvent, useState } from 'react';
import { buttonClass } from '../../ui/button';
import type { WatchSubject } from './words';

/**
 * Offers e-mail alerts. A click replaces this link with the form, or with the alert itself for a signed-in person; the
 * code of both is loaded on demand. Without scripts the link opens a page with the form. This file imports no texts and no icons, because the test page has a size budget.
 */
export function WatchOffer(watched: WatchSubject) {
  const [loaded, setLoaded] = useState<typeof import('./own-watch')>();
  const address = `/watch?${new URLSearchParams({ ...watched })}`;
  const open = (event: MouseEvent) => {
    // With Ctrl, Meta or Shift, the browser opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import('./own-watch').then(setLoaded, () => window.location.assign(address));
  };
  if (loaded) return <loaded.Watcher {...watched} />;
  return (
    <a
      href={address}
      rel="nofollow"
      className={buttonClass({ variant: 'secondary', className: 'max-sm:px-3 max-sm:text-sm' })}
      onClick={open}
    >
      Tell me when something new comes
    </a>
  );
}
