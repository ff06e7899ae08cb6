import type { IssuedCertificate } from '@vialproof/contract/certificates';
import { certificateStates } from '../../data/results/certificate-words';
import { Instant } from '../../ui/figures';
import { Badge } from '../../ui/status-badge';
import { EarlierCertificateLink, ProofLink } from './file-link';
import { Part } from './part';

interface Props {
  requestId: string;
  taskNumber: number;
  certificates: IssuedCertificate[];
}

/** The published results of this test, newest first, each with certificate and proof. */
export function Revisions({ requestId, taskNumber, certificates }: Props) {
  if (certificates.length === 0) return null;
  return (
    <Part title="Revision history" level={3}>
      <ol className="grid gap-5">
        {certificates.map(({ revision, state, issued_at, ended_at, reason, is_available }) => (
          <li key={revision} className="grid gap-2 border-rule border-t pt-4 first:border-t-0 first:pt-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="figures">{`Revision ${revision}`}</span>
              <Badge tone={certificateStates[state].tone}>{certificateStates[state].badge}</Badge>
              <span className="text-ink-soft text-sm">
                <span>published on </span>
                <Instant at={issued_at} />
                {ended_at ? (
                  <span>
                    <span>{`, ${certificateStates[state].ended} on `}</span>
                    <Instant at={ended_at} />
                  </span>
                ) : null}
              </span>
            </p>
            {reason ? <p className="max-w-prose text-ink-soft">{`Reason: ${reason}`}</p> : null}
            {is_available ? (
              <div className="flex flex-wrap gap-3">
                {state === 'superseded' ? (
                  <EarlierCertificateLink requestId={requestId} taskNumber={taskNumber} revision={revision} />
                ) : null}
                <ProofLink requestId={requestId} taskNumber={taskNumber} revision={revision} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      <p className="max-w-prose text-ink-soft text-sm">
        A proof shows that the certificate stands in the public log, and whose it is. Hand it on only with the
        certificate.
      </p>
    </Part>
  );
}
