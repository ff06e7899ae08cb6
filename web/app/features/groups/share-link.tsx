import { Check, Share } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/copy-text';
import { useHydrated } from '../../ui/figures';

/** Shares the address: by the device's share sheet if it exists, else by the clipboard. */
export function ShareLink({ title }: { title: string }) {
  const [copied, setCopied] = useState(false);
  const hydrated = useHydrated();
  const share = async () => {
    const url = window.location.href;
    if (typeof navigator.share === 'function') {
      // The user closed the share sheet: no error.
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
