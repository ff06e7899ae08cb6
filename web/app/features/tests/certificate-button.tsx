import { useMutation } from '@tanstack/react-query';
import type { PublicTest } from '@vialproof/contract/tests';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useSession } from '../../lib/session';
import { Button, buttonClass } from '../../ui/button';
import { Spinner } from '../../ui/spinner';

const words = 'Download Certificate of Analysis (PDF)';
const look = { size: 'large', className: 'max-sm:px-4 max-sm:text-sm' } as const;

/**
 * A button that downloads the certificate, or the reason why no certificate exists. For a public one it is a link,
 * which works without scripts.
 */
export function CertificateButton({ test }: { test: PublicTest }) {
  const session = useSession();
  const address = `/api/tests/${test.request_id}/certificate`;
  const name = `coa-${test.task_number}.pdf`;
  const { mutate, isPending, isError } = useMutation({
    // The code is loaded only for a download, because most readers never download a certificate.
    mutationFn: async () => (await import('../../lib/save-file')).saveFile(address, name),
  });
  const complete = test.status === 'complete';
  const isPrivate = test.visibility === 'private';
  const ownersOnly = isPrivate && !session;

  const label = isPending ? 'Generating PDF...' : words;
  const icon = isPending ? <Spinner /> : <Download className="size-5" />;
  const save = (event: MouseEvent) => {
    // With Ctrl, Meta or Shift, the browser opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <div className="grid max-w-96 gap-2 justify-self-start print:hidden">
      {complete && !isPrivate ? (
        <a
          href={address}
          download={name}
          aria-disabled={isPending || undefined}
          className={buttonClass(look)}
          onClick={save}
        >
          {icon}
          <span>{label}</span>
        </a>
      ) : (
        <Button {...look} disabled={!complete || ownersOnly} busy={isPending} icon={icon} onClick={save}>
          {label}
        </Button>
      )}
      {complete ? null : (
        <p className="text-ink-soft text-sm">Certificate will be available when test is complete</p>
      )}
      {complete && ownersOnly ? (
        <p className="text-ink-soft text-sm">
          This test is private: only its owner can download the certificate, after signing in.
        </p>
      ) : null}
      {isError ? (
        <p role="alert" className="text-bad text-sm">
          Failed to download certificate
        </p>
      ) : null}
    </div>
  );
}
