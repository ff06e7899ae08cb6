import { Copy, Download, Printer } from 'lucide-react';
import { useConfig } from '../../../lib/config';
import { saveText } from '../../../lib/save-file';
import { Button } from '../../../ui/button';
import { copyText } from '../../../ui/copy-text';
import { PrintSheet } from '../../../ui/print-sheet';
import { Notice } from '../../../ui/states';
import { notify } from '../../../ui/toast';

/** Recovery codes are shown only once, so the user must copy, save or print them before the next step. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
  const brand = useConfig()?.brand.name ?? '';
  const text = [`${brand} recovery codes for ${email}`, 'Each works once.', '', ...codes, ''].join('\n');
  const copy = async () => {
    if (await copyText(codes.join('\n'))) notify.success('Recovery codes copied.');
  };
  return (
    <div className="grid gap-4">
      <Notice tone="wait">
        Keep these codes somewhere safe, away from your phone. They are shown this once, and each lets you
        sign in once without the app.
      </Notice>
      <PrintSheet>
        <div className="grid gap-4">
          <p className="text-sm">
            {brand} recovery codes for <span className="wrap-anywhere">{email}</span>. Each works once.
          </p>
          <ul
            aria-label="Recovery codes"
            className="figures grid gap-x-8 gap-y-2 text-lg min-[25rem]:grid-cols-2"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
      </PrintSheet>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          icon={<Copy className="size-4" />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon={<Download className="size-4" />}
          onClick={() => saveText(`${brand.toLowerCase()}-recovery-codes.txt`, text)}
        >
          Download
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon={<Printer className="size-4" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
    </div>
  );
}
