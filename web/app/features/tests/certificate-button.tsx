import type { PublicTest } from '@vialproof/contract/tests';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../lib/session';
import { apiFetch } from '../../lib/transport';
import { Button } from '../../ui/button';

async function saveCertificate(test: PublicTest): Promise<void> {
  const response = await apiFetch(`/api/tests/${test.request_id}/certificate`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `coa-${test.task_number}.pdf`;
  link.click();
  URL.revokeObjectURL(address);
}

/** Downloads the certificate; says why where there is none (yet). */
export function CertificateButton({ test }: { test: PublicTest }) {
  const session = useSession();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const complete = test.status === 'complete';
  const ownersOnly = test.visibility === 'private' && !session;

  const download = async () => {
    setState('busy');
    try {
      await saveCertificate(test);
      setState('idle');
    } catch {
      setState('failed');
    }
  };

  return (
    <div className="grid max-w-96 gap-2 justify-self-start print:hidden">
      <Button
        size="large"
        className="max-sm:px-4 max-sm:text-sm"
        disabled={!complete || ownersOnly}
        busy={state === 'busy'}
        icon={<Download className="size-5" />}
        onClick={() => void download()}
      >
        {state === 'busy' ? 'Generating PDF...' : 'Download Certificate of Analysis (PDF)'}
      </Button>
      {complete && !ownersOnly ? (
        <noscript>
          <a href={`/api/tests/${test.request_id}/certificate`} className="text-accent underline">
            coa-{test.task_number}.pdf
          </a>
        </noscript>
      ) : null}
      {complete ? null : (
        <p className="text-ink-soft text-sm">Certificate will be available when test is complete</p>
      )}
      {complete && ownersOnly ? (
        <p className="text-ink-soft text-sm">
          This test is private: only its owner can download the certificate, after signing in.
        </p>
      ) : null}
      {state === 'failed' ? (
        <p role="alert" className="text-bad text-sm">
          Failed to download certificate
        </p>
      ) : null}
    </div>
  );
}
