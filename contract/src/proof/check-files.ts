import type { Bytes } from './bytes.ts';
import { checkSignature, type SignatureReport, type Trust } from './certificate-check.ts';
import { foreignKeys } from './key-fingerprints.ts';
import { checkProof, type LogReport } from './log-check.ts';
import { judge, type Verdict } from './verdict.ts';

export type CheckedFiles = { verdict: Verdict; report: SignatureReport; logged: LogReport };

/**
 * Checks a certificate with its proof and a file of keys. The laboratory's own keys are what judges: the file is only
 * compared with them, since whoever hands over a certificate can hand over keys of his own with it.
 * @param laboratory keys that came from the laboratory itself.
 */
export async function checkFiles(
  { pdf, proof, keys }: { pdf: Bytes; proof: string; keys: Trust },
  laboratory: Trust,
): Promise<CheckedFiles> {
  const report = await checkSignature(pdf, laboratory);
  const logged = await checkProof(report.sha256, proof, laboratory.logKeys);
  const foreign = await foreignKeys(keys, laboratory);
  return { verdict: judge(report, logged, { known: 'unasked' }, { foreign }), report, logged };
}
