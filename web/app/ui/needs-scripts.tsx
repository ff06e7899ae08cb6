import { Notice } from './states';

/** Explains on a page that needs scripts why it does nothing without them. */
export function NeedsScripts() {
  return (
    <noscript>
      <Notice tone="wait">
        This page needs JavaScript. Switch it on for this site, then load the page again.
      </Notice>
    </noscript>
  );
}
