import type { IssuedCertificate } from '@vialproof/contract/certificates';
import type { ReactNode } from 'react';
import { Proof } from './proof';
import { RevisionHistory } from './revision-history';

/** What the public log says about a test: how to check its certificate, and earlier certificates. */
export function RecordSections({
  requestId,
  certificates,
  children,
}: {
  requestId: string;
  certificates: IssuedCertificate[];
  /** The test's own entry in the public log. */
  children?: ReactNode;
}) {
  const [latest] = certificates;
  return (
    <>
      {latest?.state === 'current' && latest.is_available ? (
        <Proof requestId={requestId} certificate={latest}>
          {children}
        </Proof>
      ) : null}
      <RevisionHistory requestId={requestId} certificates={certificates} />
    </>
  );
}
