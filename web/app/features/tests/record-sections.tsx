import type { IssuedCertificate } from '@vialproof/contract/certificates';
import { Proof } from './proof';
import { RevisionHistory } from './revision-history';

/** What the public log says about a test: how to check its certificate, and earlier certificates. */
export function RecordSections({
  requestId,
  certificates,
}: {
  requestId: string;
  certificates: IssuedCertificate[];
}) {
  const [latest] = certificates;
  return (
    <>
      {latest?.state === 'current' && latest.is_available ? (
        <Proof requestId={requestId} certificate={latest} />
      ) : null}
      <RevisionHistory requestId={requestId} certificates={certificates} />
    </>
  );
}
