import { isRouteErrorResponse } from 'react-router';
import { Button } from './button';
import { NotFound } from './not-found';

/** Replaces a page that failed. Details go to the log and not to the reader. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <section className="page grid min-h-[60vh] content-center gap-6 py-20" role="alert">
      <h1 className="display-2">Something went wrong</h1>
      <p className="max-w-prose text-ink-soft">
        This page could not be shown. Nothing you entered elsewhere was lost. Please try again in a moment.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>Try Again</Button>
        <Button to="/" variant="secondary">
          Go to the home page
        </Button>
      </div>
    </section>
  );
}
