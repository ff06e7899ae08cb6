import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { undoForeign } from './lib/foreign-changes';

declare global {
  interface Window {
    /** An object of React Router. Its `state` contains the data of the loaders once the router has read the page. */
    __reactRouterContext?: { state?: unknown };
  }
}

const foreign = window.foreignChanges;
const isForeign = () => foreign !== undefined && foreign.soFar().length > 0;
let redo: (() => void) | undefined;

function Page() {
  // On the first attempt React Router still reads the page's state. The second attempt renders the page.
  if (foreign && window.__reactRouterContext?.state) redo ??= undoForeign(foreign.soFar());
  useLayoutEffect(() => {
    foreign?.end();
    redo?.();
  }, []);
  return <HydratedRouter />;
}

const hydrate = () => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
    {
      // Lazy parts of the page hydrate later. If an extension has changed such a part before, React renders the part
      // again.
      onRecoverableError: (error) => {
        if (!isForeign()) reportError(error);
      },
    },
  );
};

// If an extension has changed the page, hydration is synchronous, so that no further change can happen in between.
if (isForeign()) flushSync(hydrate);
else startTransition(hydrate);
