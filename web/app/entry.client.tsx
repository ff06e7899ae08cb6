import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { undoForeign } from './lib/foreign-changes';

declare global {
  interface Window {
    /** Of React Router: `state` holds the loaders' data once the router has read it. */
    __reactRouterContext?: { state?: unknown };
  }
}

const foreign = window.foreignChanges;
const isForeign = () => foreign !== undefined && foreign.soFar().length > 0;
let redo: (() => void) | undefined;

function Page() {
  // On the first attempt React Router still reads the page's state; the second one renders the page.
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
      // Lazy parts hydrate later. If an extension has changed them by then, React renders them again.
      onRecoverableError: (error) => {
        if (!isForeign()) reportError(error);
      },
    },
  );
};

// If the page was changed, hydration is synchronous, so that no further change comes in between.
if (isForeign()) flushSync(hydrate);
else startTransition(hydrate);
