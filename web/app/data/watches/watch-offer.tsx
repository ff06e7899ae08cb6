import { type MouseEvent, useState } from 'react';
import { buttonClass } from '../../ui/button';
import type { WatchSubject } from './words';

/**
 * Offers mails about something, and opens the form for it in its place. The form comes when it is asked for; without scripts
 * the link leads to a page that has it. It stands alone, without words and icon of other files: the page of a test has no
 * room for them.
 */
export function WatchOffer(watched: WatchSubject) {
  const [loaded, setLoaded] = useState<typeof import('./watch-form')>();
  const address = `/watch?${new URLSearchParams({ ...watched })}`;
  const open = (event: MouseEvent) => {
    // Whoever asks for a tab of its own gets one.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import('./watch-form').then(setLoaded, () => window.location.assign(address));
  };
  if (loaded) return <loaded.WatchForm {...watched} isOpened />;
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
