import { Notice } from './states';

/** Says on a page that cannot work without scripts why nothing happens. */
export function NeedsScripts() {
  return (
    <noscript>
      <Notice tone="wait">
        This page needs JavaScript. Switch it on for this site, then load the page again.
      </Notice>
    </noscript>
  );
}
