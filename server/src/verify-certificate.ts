import { readFile } from 'node:fs/promises';
import { checkSignature, type Fact, readTrust } from '@vialproof/contract/proof/certificate-check';
import { checkProof } from '@vialproof/contract/proof/log-check';
import { judge, type Verdict } from '@vialproof/contract/proof/verdict';

const USAGE = `Checks a certificate with nothing but files: no connection, no laboratory.

  npm run verify -- CERTIFICATE.pdf PROOF.tlog-proof KEYS.txt

The proof comes with the certificate, the keys from /api/log/keys; keep both. Ends with 0 when the certificate is genuine
as issued, 1 when it is refused, 3 when something could not be told, 2 when it could not be checked at all.`;

const SIGNS: Record<Fact['state'], string> = { good: 'yes    ', bad: 'NO     ', unknown: 'unknown' };
const ENDS: Record<Verdict['outcome'], number> = {
  genuine: 0,
  issued: 0,
  superseded: 1,
  retracted: 1,
  refused: 1,
  open: 3,
};

/** Something the person at the keyboard can put right; shown without a stack. */
class Unusable extends Error {}

async function main(words: string[]): Promise<number> {
  const [pdfPath, proofPath, keysPath, ...more] = words;
  if (!pdfPath || !proofPath || !keysPath || more.length > 0) throw new Unusable(USAGE);
  const [pdf, proof, keys] = await Promise.all([pdfPath, proofPath, keysPath].map(read));
  const trust = await readTrust(String(keys));
  if (!trust) throw new Unusable(`${keysPath} names no authority: it is not a file of keys.`);
  const report = await checkSignature(new Uint8Array(pdf ?? []), trust);
  const logged = await checkProof(report.sha256, String(proof), trust.logKeys);
  const verdict = judge(report, logged, { known: 'unasked' });
  const line = (question: string, { state, words: said }: Fact) => `  ${SIGNS[state]}  ${question}  ${said}`;
  process.stdout.write(
    `${[
      `${verdict.title}: ${pdfPath}`,
      '',
      line('Signed by the laboratory?', verdict.signature),
      line('Every byte unchanged?    ', verdict.bytes),
      line('In the public log?       ', verdict.log),
      line('Still standing?          ', verdict.standing),
      '',
      `  SHA-256  ${report.sha256}`,
      ...(logged.entry ? [`  Issued   ${logged.entry.issued_at}, revision ${logged.entry.revision}`] : []),
    ].join('\n')}\n`,
  );
  return ENDS[verdict.outcome];
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new Unusable(`${path} cannot be read.`);
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Unusable ? error.message : String(error)}\n`);
  return 2;
});
