import { useState } from 'react';
import { Button } from '../../ui/button';
import { useHydrated } from '../../ui/figures';
import { Icon } from '../../ui/icon';

/** Copy the address, hand it to another application where the device can, print. None of them works without scripts. */
export function ShareButtons({ title }: { title: string }) {
  const alive = useHydrated();
  const [copied, setCopied] = useState(false);
  const address = () => window.location.origin + window.location.pathname;
  const copy = async () => {
    await navigator.clipboard.writeText(address());
    setCopied(true);
  };
  // Who closes the device's sheet without choosing has not failed at anything.
  const share = () => navigator.share({ title, url: address() }).catch(() => undefined);
  return (
    <div className="-mx-3 flex min-h-9 flex-wrap print:hidden">
      {alive ? (
        <>
          <Button
            variant="quiet"
            size="small"
            icon={<Icon name={copied ? 'check' : 'link'} />}
            onClick={() => void copy()}
            onBlur={() => setCopied(false)}
          >
            <span aria-live="polite">{copied ? 'Link copied' : 'Copy link'}</span>
          </Button>
          {'share' in navigator ? (
            <Button variant="quiet" size="small" icon={<Icon name="share" />} onClick={() => void share()}>
              Share
            </Button>
          ) : null}
          <Button variant="quiet" size="small" icon={<Icon name="print" />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      ) : null}
    </div>
  );
}
