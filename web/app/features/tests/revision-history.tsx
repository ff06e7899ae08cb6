import type { IssuedCertificate } from '@vialproof/contract/certificates';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { certificateStates } from '../../data/results/certificate-words';
import { counted } from '../../lib/counted';
import { Details } from '../../ui/details';
import { Instant } from '../../ui/figures';
import { Badge } from '../../ui/status-badge';
import { certificateAddresses } from './proof';

const link = 'inline-flex min-h-11 items-center gap-2 text-accent text-sm underline underline-offset-4';

function Entry({ requestId, certificate }: { requestId: string; certificate: IssuedCertificate }) {
  const { revision, state, issued_at, ended_at, reason, is_available } = certificate;
  const { badge, tone, ended } = certificateStates[state];
  const files = certificateAddresses(requestId, revision);
  return (
    <li className="grid gap-x-8 gap-y-1 border-rule border-t py-4 first:border-t-0 first:pt-0 last:pb-0 md:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="flex items-center gap-3 self-start">
        <span className="figures">{`Revision ${revision}`}</span>
        <Badge tone={tone}>{badge}</Badge>
      </p>
      <div className="min-w-0">
        <p>
          <span>Published on </span>
          <Instant at={issued_at} />
          {ended_at ? (
            <span key="ended">
              <span>{`, ${ended} on `}</span>
              <Instant at={ended_at} />
            </span>
          ) : ended ? (
            <span key="since">{`, ${ended} since`}</span>
          ) : null}
          <span>.</span>
        </p>
        {reason ? <p className="mt-1 max-w-prose text-ink-soft">{`Reason: ${reason}`}</p> : null}
        {state === 'superseded' && is_available ? (
          <p className="-mb-2 flex flex-wrap gap-x-6 print:hidden">
            <a href={files.file} className={link}>
              <Download className="size-4" />
              Its certificate (PDF)
            </a>
            <a href={files.proof} className={link}>
              <Download className="size-4" />
              Its proof
            </a>
          </p>
        ) : null}
      </div>
    </li>
  );
}

function noteOf([latest, ...others]: IssuedCertificate[]): string {
  const count = counted(others.length + 1, 'revision');
  return latest?.state === 'current' ? `${count}, the newest is valid` : `${count}, the newest was withdrawn`;
}

/** The published results of this test, newest first, and why one was replaced or withdrawn. */
export function RevisionHistory({
  requestId,
  certificates,
}: {
  requestId: string;
  certificates: IssuedCertificate[];
}) {
  if (certificates.length === 0) return null;
  return (
    <Details title="Revision history" note={noteOf(certificates)} isPrinted={certificates.length > 1}>
      <ol>
        {certificates.map((certificate) => (
          <Entry key={certificate.revision} requestId={requestId} certificate={certificate} />
        ))}
      </ol>
      {certificates.length === 1 && certificates[0]?.state === 'current' ? null : (
        <p className="max-w-prose text-ink-soft text-sm">
          A published revision never changes. What is corrected is published anew, and what stood before stays
          named here and in the{' '}
          <Link to="/transparency" className="text-accent underline underline-offset-4">
            public log
          </Link>
          .
        </p>
      )}
    </Details>
  );
}
