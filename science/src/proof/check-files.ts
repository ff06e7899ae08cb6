import type { Bytes } from './bytes.ts';
import { checkSignature, type SignatureReport, type Trust } from './certificate-check.ts';
import { foreignKeys } from './key-fingerprints.ts';
import { checkProof, type LogReport } from './log-check.ts';
import { judge, type Standing, type Verdict } from './verdict.ts';

const UNASKED: Standing = { known: 'unasked' };

export type CheckedFiles = { verdict: Verdict; report: SignatureReport; logged: LogReport };

/**
 * Checks a certificate with its proof and a file of keys. Only keys from the laboratory itself decide, because a forger
 * could also give the reader a false file of keys.
 * @param laboratory the keys from the laboratory itself.
 * @param ask asks the laboratory about the file with this SHA-256.
 */
export async function checkFiles(
  { pdf, proof, keys }: { pdf: Bytes; proof: string; keys: Trust },
  laboratory: Trust,
  ask: (sha256: string) => Promise<Standing> = async () => UNASKED,
): Promise<CheckedFiles> {
  const report = await checkSignature(pdf, laboratory);
  const logged = await checkProof(report.sha256, proof, laboratory.logKeys);
  const foreign = await foreignKeys(keys, laboratory);
  const verdict = judge(report, logged, UNASKED, { foreign });
  if (verdict.outcome === 'refused') return { verdict, report, logged };
  return { verdict: judge(report, logged, await ask(report.sha256), { foreign }), report, logged };
}
