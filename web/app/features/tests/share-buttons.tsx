import { Link2, Printer, Share } from 'lucide-react';
import { Button } from '../../ui/button';
import { notify } from '../../ui/toast';

/** Copy the address, hand it to another application where the device can, print. For a page that is alive. */
export function ShareButtons({ title }: { title: string }) {
  const address = window.location.origin + window.location.pathname;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => notify.success('Link copied.'),
      () => notify.error('The browser does not let this page copy the link.'),
    );
  // Who closes the device's sheet without choosing has not failed at anything.
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
