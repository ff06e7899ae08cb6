import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { undoForeign } from './lib/foreign-changes';

declare global {
  interface Window {
    /** Of React Router: `state` is what the loaders answered, once it is read. */
    __reactRouterContext?: { state?: unknown };
  }
}

const foreign = window.foreignChanges;
const isForeign = () => foreign !== undefined && foreign.soFar().length > 0;
let redo: (() => void) | undefined;

function Page() {
  // At the first attempt React Router still reads the page's state; at the second one the page is drawn.
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
      // A part that comes with a script of its own is taken over later: where others were faster, React draws it anew.
      onRecoverableError: (error) => {
        if (!isForeign()) reportError(error);
      },
    },
  );
};

// Where something was changed, all is drawn in one go: nobody can change it again in between.
if (isForeign()) flushSync(hydrate);
else startTransition(hydrate);
