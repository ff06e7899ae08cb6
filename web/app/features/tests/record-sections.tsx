import type { IssuedCertificate } from '@vialproof/contract/certificates';
import { Proof } from './proof';
import { RevisionHistory } from './revision-history';

/** What stands in the public log about a test: where its certificate can be checked, and what was published before. */
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
