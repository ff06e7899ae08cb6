import type { ReactNode } from 'react';
import { useConfig } from '../../lib/config';
import { Accordion } from '../../ui/accordion';

/** The six most common questions about a certificate. `host` is the host that the address bar must show. */
export function verifyQuestions(host: string): { title: string; content: ReactNode }[] {
  return [
    {
      title: 'How does verification work?',
      content: (
        <p>
          Every test carries a unique code and a dedicated task number. Together they identify the test as
          authentic: enter both, and the laboratory’s own records answer.
        </p>
      ),
    },
    {
      title: 'Where do I find the task number and the unique key?',
      content: (
        <p>
          Both are printed on the Certificate of Analysis. Its QR code opens this page with the two fields
          filled in, and so does a photo or a screenshot of it that you give to this page. The person who
          ordered the test also sees them on the dashboard.
        </p>
      ),
    },
    {
      title: 'Is the file in my hand the one that was issued?',
      content: (
        <p>
          Drop the PDF into the box on this page. Your browser looks whether the laboratory signed it, whether
          a byte was changed since, whether the public log holds it, and whether it was replaced or withdrawn.
          The file is not uploaded. Of a file that was never issued the text is compared with the record, and
          the lines that differ are named. A picture or a print has no signature: compare what it says with
          the record, which stands in the answer above.
        </p>
      ),
    },
    {
      title: 'Why does it say “Limited summary only”?',
      content: (
        <p>
          The person who ordered the test chose to keep it private. You learn that the test is genuine and
          what its state is; compound, maker, batch and measurements stay with its owner, unless the owner
          shows them to whoever has the key. You can type what your paper says and learn for each line whether
          the certificate says the same. Who ordered a test is never shown, public or private.
        </p>
      ),
    },
    {
      title: 'What if the number or the key is refused?',
      content: (
        <p>
          Look for mistyped characters: the key has no letters I, L, O or U. If it is still refused, no paid
          test has that number with that key, and a certificate that shows them was not issued here in that
          form. After ten tries in a minute you have to wait a little.
        </p>
      ),
    },
    {
      title: 'How do I know that I am on the right site?',
      content: (
        <p>
          Copies of verification pages exist. Look at the address bar: it must read{' '}
          <strong className="figures font-medium text-ink">{host}</strong>, letter by letter. Type the address
          yourself instead of following a link that came with the vial.
        </p>
      ),
    },
  ];
}

export function VerifyQuestions() {
  const brand = useConfig()?.brand;
  return <Accordion items={verifyQuestions(brand ? new URL(brand.url).host : '')} />;
}
