import { Button } from './button';

/** Goes on with a list. A form, so that without scripts it asks for the address of the next page. */
export function LoadMore({
  params,
  next,
  onMore,
  busy = false,
}: {
  /** What else stands in the address. */
  params: URLSearchParams;
  /** The page that comes. */
  next: number;
  onMore: () => void;
  busy?: boolean;
}) {
  return (
    <form
      className="mt-10 grid justify-items-center"
      onSubmit={(event) => {
        event.preventDefault();
        onMore();
      }}
    >
      {[...params].map(([name, value]) =>
        name === 'page' ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button type="submit" name="page" value={next} variant="secondary" size="large" busy={busy}>
        LOAD MORE
      </Button>
    </form>
  );
}
