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

/** The judgement of a PDF that was never issued. `isCovered`: pictures hide some of its text, which was not judged. */
export type PaperJudgement = Judged & { isCovered: boolean };

type Judged =
  /** The PDF contains no text. */
  | { kind: 'picture' }
  /** The PDF names no certificate, and the reader has not verified one. */
  | { kind: 'unnamed' }
  /** The certificate that the PDF names was never issued. */
  | { kind: 'unknown'; named: Credentials }
  /** The page may not know the values: the certificate is private, withdrawn, without a result, or one of several. */
  | { kind: 'closed'; named: Credentials | null }
  | { kind: 'compared'; findings: Finding[]; number: string; state: 'current' | 'superseded' };

/** Null if no test has this number and key, or if this revision does not exist. */
async function verify({ taskNumber, uniqueKey, revision }: Credentials): Promise<Verification | null> {
  const query = { taskNumber, uniqueKey, ...(revision === undefined ? {} : { revision: String(revision) }) };
  try {
    return (await parseResponse(api.tests.verify.$get({ query }))).data;
  } catch (error) {
    if (error instanceof ApiProblem && [400, 404, 422].includes(error.status)) return null;
    throw error;
  }
}

/**
 * Reads and judges the text of a PDF on this device. Throws an Error with a readable message if the PDF cannot be read.
 */
export async function judgePdf(file: File, verified: Verification | undefined): Promise<PaperJudgement> {
  const text = await readPdf(await file.arrayBuffer());
  return { ...(await judgeText(text, verified)), isCovered: text.isCovered };
}

/**
 * Compares a text with the certificate that it names, or with the one that the reader has verified (`verified`). Only
 * number and key are sent.
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
