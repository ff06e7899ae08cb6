import { Link2, Printer, Share } from 'lucide-react';
import { Button } from '../../ui/button';
import { notify } from '../../ui/toast';

/** Buttons that copy or share the address, and print the page. They appear after hydration. */
export function ShareButtons({ title }: { title: string }) {
  const address = window.location.origin + window.location.pathname;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => notify.success('Link copied.'),
      () => notify.error('The browser does not let this page copy the link.'),
    );
  // A user may close the share menu. That is no error.
  const share = () => navigator.share({ title, url: address }).catch(() => undefined);
  return (
    <div className="-mx-3 flex flex-wrap">
      <Button variant="quiet" size="small" icon={<Link2 className="size-4" />} onClick={() => void copy()}>
        Copy link
      </Button>
      {'share' in navigator ? (
        <Button variant="quiet" size="small" icon={<Share className="size-4" />} onClick={() => void share()}>
          Share
        </Button>
      ) : null}
      <Button
        variant="quiet"
        size="small"
        icon={<Printer className="size-4" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  );
}
