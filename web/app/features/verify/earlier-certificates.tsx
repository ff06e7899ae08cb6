import type { CertificateState } from '@vialproof/contract/certificates';

/** Shows whether earlier certificates were replaced or withdrawn, for readers who have one of them. */
export function EarlierCertificates({ certificates }: { certificates: CertificateState[] }) {
  if (certificates.length === 0) return null;
  return (
    <div>
      <p className="label">Earlier certificates</p>
      <ul className="mt-1 grid gap-2">
        {certificates.map((each) => (
          <li key={each.revision} className="border-rule border-t pt-2 text-sm">
            <span className="font-medium">
              {`Revision ${each.revision} was ${each.state === 'retracted' ? 'withdrawn' : 'replaced'}.`}
            </span>{' '}
            <span className="text-ink-soft">{each.reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
