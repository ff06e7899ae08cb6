import type { Verification } from '@vialproof/contract/verification';
import { parseResponse } from 'hono/client';
import { api } from '../../../lib/api';
import { ApiProblem } from '../../../lib/problem';
import type { Credentials } from '../certificate-code';
import { meantIn } from '../check';
import { comparePaper, type Finding } from './paper-compare';
import { linesOf } from './paper-lines';
import { namedBy } from './paper-reading';
import type { PdfText } from './pdf-text';
import { readPdf } from './read-pdf';

/** What the text of a PDF that was never issued comes to, and whether pictures stand over some of it, which was left out. */
export type PaperJudgement = Judged & { isCovered: boolean };

type Judged =
  /** It has no text. */
  | { kind: 'picture' }
  /** It names no certificate, and the page has verified none that could be compared. */
  | { kind: 'unnamed' }
  /** What it names was never issued. */
  | { kind: 'unknown'; named: Credentials }
  /** Its values are not for the page to know: private, withdrawn, without a result, or of one revision of several. */
  | { kind: 'closed'; named: Credentials | null }
  | { kind: 'compared'; findings: Finding[]; number: string; state: 'current' | 'superseded' };

/** Null: no test has that number with that key, or no certificate that revision. */
async function verify({ taskNumber, uniqueKey, revision }: Credentials): Promise<Verification | null> {
  const query = { taskNumber, uniqueKey, ...(revision === undefined ? {} : { revision: String(revision) }) };
  try {
    return (await parseResponse(api.tests.verify.$get({ query }))).data;
  } catch (error) {
    if (error instanceof ApiProblem && [400, 404, 422].includes(error.status)) return null;
    throw error;
  }
}

/** Reads the text of a PDF on this device and judges it. Throws an Error in words where it cannot be read. */
export async function judgePdf(file: File, verified: Verification | undefined): Promise<PaperJudgement> {
  const text = await readPdf(await file.arrayBuffer());
  return { ...(await judgeText(text, verified)), isCovered: text.isCovered };
}

/**
 * Compares a text with the certificate that it names, else with `verified`, what the page has verified already. Number and key
 * are all that is sent.
 */
async function judgeText(text: PdfText, verified: Verification | undefined): Promise<Judged> {
  if (text.pages.every((pieces) => pieces.length === 0)) return { kind: 'picture' };
  const lines = linesOf(text);
  const { taskNumber, uniqueKey, revision } = namedBy(text, lines);
  const named =
    taskNumber && uniqueKey
      ? { taskNumber, uniqueKey, ...(revision === undefined ? {} : { revision }) }
      : null;
  const verification = named ? await verify(named) : verified;
  if (named && !verification) return { kind: 'unknown', named };
  if (!verification) return { kind: 'unnamed' };
  const certificate = meantIn(verification);
  if (!certificate || !verification.values || certificate.state === 'retracted')
    return { kind: 'closed', named };
  const findings = comparePaper(lines, {
    ...verification,
    values: verification.values,
    revision: certificate.revision,
    issued_at: certificate.issued_at,
  });
  return {
    kind: 'compared',
    findings,
    number: `VP-${verification.task_number}-R${certificate.revision}`,
    state: certificate.state,
  };
}
