import type { IssuedCertificate } from '@vialproof/contract/certificates';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Details } from '../../ui/details';

const link = 'text-accent underline underline-offset-4';

/** The addresses of a certificate's file and of its proof. */
export function certificateAddresses(requestId: string, revision: number) {
  const certificate = `/api/tests/${requestId}/certificate`;
  return {
    file: `${certificate}?revision=${revision}`,
    proof: `${certificate}/proof?revision=${revision}`,
  };
}

/** The number of the log entry about this certificate, as on /transparency. */
const placeOf = ({ log }: IssuedCertificate) => log.find(({ event }) => event === 'issued')?.index;

/** How a reader can check the valid certificate, with our site and without it. */
export function Proof({
  requestId,
  certificate,
  children,
}: {
  requestId: string;
  certificate: IssuedCertificate;
  /** The test's own entry in the public log. */
  children?: ReactNode;
}) {
  const place = placeOf(certificate);
  return (
    <Details title="Check the certificate yourself" isPrinted>
      <p className="max-w-prose">
        The laboratory signed this certificate and wrote its fingerprint into a{' '}
        <Link to="/transparency" className={link}>
          public log
        </Link>{' '}
        that can only grow
        <span>{place === undefined ? '.' : `, as entry ${place.toLocaleString('en')}.`}</span> A copy that
        differs in a single byte has another fingerprint.
      </p>
      {children}
      <div>
        <p className="label flex items-center gap-1">
          SHA-256 of the certificate file
          <CopyButton text={certificate.sha256} label="Copy fingerprint" />
        </p>
        <p className="figures break-all text-sm">{certificate.sha256}</p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button to="/verify" variant="secondary">
          Verify a certificate
        </Button>
        <Button
          external
          to={certificateAddresses(requestId, certificate.revision).proof}
          variant="secondary"
          icon={<Download className="size-4" />}
        >
          Download the proof
        </Button>
      </div>
      <p className="max-w-prose text-ink-soft text-sm print:hidden">
        With the PDF, its proof and{' '}
        <a href="/api/log/keys" className={link}>
          the laboratory’s keys
        </a>{' '}
        anybody can check the certificate without asking us.
      </p>
    </Details>
  );
}
