import { Check, Share } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/copy-text';
import { useHydrated } from '../../ui/figures';

/** A button that opens the share menu of the device, or copies the address. */
export function ShareLink({ title }: { title: string }) {
  const [copied, setCopied] = useState(false);
  const hydrated = useHydrated();
  const share = async () => {
    const url = window.location.href;
    if (typeof navigator.share === 'function') {
      // A user may close the share menu. That is no error.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    if (await copyText(url)) setCopied(true);
  };
  return (
    <div inert={!hydrated}>
      <Button
        variant="quiet"
        wide
        onClick={() => void share()}
        icon={copied ? <Check className="size-4" /> : <Share className="size-4" />}
      >
        {copied ? 'Link copied' : 'Share this group'}
      </Button>
    </div>
  );
}
