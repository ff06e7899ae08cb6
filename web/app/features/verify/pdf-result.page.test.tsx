import { screen, waitFor } from '@testing-library/react';
import type { Verification } from '@vialproof/contract/verification';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { verifiedTest } from '../../testing/answers';
import { refusal } from '../../testing/fake-server';
import { openPage, user } from '../../testing/open-page';
import type { PdfText } from './paper/pdf-text';
import { PdfResult } from './pdf-result';

/** A certificate that signs itself, as the authority of a laboratory. */
const KEYS = `-----BEGIN CERTIFICATE-----
MIIBbjCCARWgAwIBAgIUWZxmJfEdO88XNI2ZX9Fja0mi1RIwCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBQTAgFw0yNjExMjgwNjA3NDBaGA8yMTI2MTEwNDA2MDc0MFow
DDEKMAgGA1UEAwwBQTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJhyXWaeb+jK
Gyv3+PZJC1++BxScfaFFmJPUJwNzThRyKBkapEOfDiKQtqT+cHR5IrFp1SdACCoj
+el1v+SweP2jUzBRMB0GA1UdDgQWBBRO8L9wz1wwVFh5InPWpyb4cu3UcDAfBgNV
HSMEGDAWgBRO8L9wz1wwVFh5InPWpyb4cu3UcDAPBgNVHRMBAf8EBTADAQH/MAoG
CCqGSM49BAMCA0cAMEQCIHIpOuuvQY+YPJcBs36mmw4n9ez65RKo6+oDLjUsigVr
AiAP8IGxa0Sa9bwGt2RbQi0XJ55/fSm2pHMWg+IfyQnv8w==
-----END CERTIFICATE-----`;
const TEXT: PdfText = {
  pages: [[{ text: 'Certificate', x: 50, y: 700, width: 90, size: 12 }]],
  links: [],
  isCovered: false,
};

/** Replaces the reader of PDFs. It answers only when the test calls `answer`. */
function holdReader() {
  const waiting: MessagePort[] = [];
  class HeldReader {
    postMessage(_pdf: unknown, [, port]: [ArrayBuffer, MessagePort]) {
      waiting.push(port);
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', HeldReader);
  return {
    async answer(): Promise<void> {
      await waitFor(() => expect(waiting).toHaveLength(1));
      waiting.pop()?.postMessage({ text: TEXT });
    },
    asked: () => waitFor(() => expect(waiting).toHaveLength(1)),
  };
}

function Paper() {
  const [file] = useState(() => new File(['%PDF-1.7'], 'coa.pdf', { type: 'application/pdf' }));
  const [verified, setVerified] = useState<Verification>();
  return (
    <>
      <button type="button" onClick={() => setVerified(verifiedTest([1]).data)}>
        Verify
      </button>
      <PdfResult file={file} verified={verified} />
    </>
  );
}

it('a PDF whose text is still being read is compared with the certificate that the reader verifies meanwhile', async () => {
  const reader = holdReader();
  openPage(
    '/paper',
    { '/paper': { default: Paper } },
    {
      'GET /api/log/keys': () => new Response(KEYS),
      'GET /api/certificates/*': refusal('not_found'),
    },
  );
  await reader.asked();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await reader.answer();
  await reader.answer();
  await screen.findByText(/could be compared with certificate VP-10003-R1/);
});
