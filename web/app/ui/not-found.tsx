import { Button } from './button';

/** The page for an unknown address. */
export function NotFound() {
  return (
    <section className="page grid min-h-[60vh] content-center gap-6 py-20">
      <p className="figures text-ink-soft">404</p>
      <h1 className="display-2">Page not found</h1>
      <p className="max-w-prose text-ink-soft">
        There is no page at this address. It may have moved, or the link may have lost a character.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button to="/">Go to the home page</Button>
        <Button to="/tests" variant="secondary">
          Browse tests
        </Button>
      </div>
    </section>
  );
}
