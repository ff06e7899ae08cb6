import type { CertificateRecord } from '@vialproof/contract/certificates';
import { reportedWords } from '@vialproof/science/measurement/measurement-words';
import { standingOf as verdictOf } from '@vialproof/science/measurement/overall-statement';
import type { Bytes } from '@vialproof/science/proof/bytes';
import {
  checkSignature,
  readTrust,
  type SignatureReport,
  type Trust,
} from '@vialproof/science/proof/certificate-check';
import { checkFiles } from '@vialproof/science/proof/check-files';
import { checkProof } from '@vialproof/science/proof/log-check';
import { judge, type Standing, type Verdict } from '@vialproof/science/proof/verdict';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';
import { apiFetch } from '../../lib/transport';
import type { JudgedValue } from './verdict-words';

export interface PdfAnswer {
  name: string;
  verdict: Verdict;
  report: SignatureReport;
  /** When the certificate was issued according to the public log, in ISO 8601. */
  issuedAt: string | null;
  record: CertificateRecord | null;
  /** The lines of the certificate, if it is public and current. */
  lines: JudgedValue[];
}

const mostBytes = 25_000_000;

const bytesOf = async (file: File): Promise<Bytes> => {
  if (file.size > mostBytes) throw new Error('This file is larger than any certificate (25 MB).');
  return new Uint8Array(await file.arrayBuffer());
};

/** Loads the keys of this site. Throws without a connection. */
export async function laboratoryKeys(): Promise<Trust> {
  const trust = await readTrust(await (await apiFetch('/api/log/keys')).text());
  if (!trust) throw new Error('The laboratory’s keys could not be read. Please try again later.');
  return trust;
}

/**
 * What the laboratory's records say about a file with this hash. Null if it never issued such a file. Only the hash is
 * sent.
 */
async function recordOf(sha256: string): Promise<CertificateRecord | null> {
  try {
    const { data } = await parseResponse(api.certificates[':sha256'].$get({ param: { sha256 } }));
    return data;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}

/** The lines of a public, current certificate. No figures of another certificate are read. */
export async function publicLinesOf(record: CertificateRecord | null): Promise<JudgedValue[]> {
  if (!record?.request_id || record.state !== 'current') return [];
  const { data } = await parseResponse(api.tests[':id'].$get({ param: { id: record.request_id } }));
  if (data.result?.revision !== record.revision) return [];
  return data.result.measurements.map((line) => ({
    analyte: line.analyte,
    value: reportedWords(line),
    unit: '',
    verdict: verdictOf(line),
  }));
}

function standingOf(record: CertificateRecord | null): Standing {
  if (!record) return { known: 'never issued' };
  return { known: 'issued', state: record.state, isSigned: record.is_signed, reason: record.reason };
}

/** Checks a file in the browser. The file is never sent. */
export async function checkPdf(file: File): Promise<PdfAnswer> {
  const pdf = await bytesOf(file);
  const trust = await laboratoryKeys();
  const report = await checkSignature(pdf, trust);
  const record = await recordOf(report.sha256);
  const lines = await publicLinesOf(record);
  const logged = record?.proof ? await checkProof(report.sha256, record.proof, trust.logKeys) : undefined;
  const verdict = judge(report, logged, standingOf(record));
  return { name: file.name, verdict, report, issuedAt: logged?.entry?.issued_at ?? null, record, lines };
}

/**
 * Checks a certificate with its proof and a file of keys. All three stay on this device. The keys of the site decide;
 * the file of keys is compared with them. It works offline. Online it also says whether the certificate was replaced or
 * withdrawn.
 */
export async function checkWithoutUs(
  files: { pdf: File; proof: File; keys: File },
  site: Trust,
): Promise<PdfAnswer> {
  const pdf = await bytesOf(files.pdf);
  const keys = await readTrust(await files.keys.text());
  if (!keys) throw new Error('The file of keys names no authority.');
  const asked: Pick<PdfAnswer, 'record' | 'lines'> = { record: null, lines: [] };
  const ask = async (sha256: string): Promise<Standing> => {
    // Without a connection, the files must be enough.
    if (!navigator.onLine) return { known: 'unasked' };
    try {
      const record = await recordOf(sha256);
      // The reader already has the proof as a file.
      asked.record = record && { ...record, proof: null };
      asked.lines = await publicLinesOf(record);
      return standingOf(record);
    } catch {
      return { known: 'unasked' };
    }
  };
  const given = { pdf, proof: await files.proof.text(), keys };
  const { verdict, report, logged } = await checkFiles(given, site, ask);
  return { name: files.pdf.name, verdict, report, issuedAt: logged.entry?.issued_at ?? null, ...asked };
}
