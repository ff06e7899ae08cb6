import type { Verification, VerifiedCertificate } from '@vialproof/contract/verification';
import { readPair } from '@vialproof/science/measurement/typed-pair';
import { parseResponse } from 'hono/client';
import type { ApiClient } from '../../lib/api';
import { ApiProblem, NetworkError } from '../../lib/problem';

/** The input that the reader sent, and the outcome: either a `verification`, or a `failure` as text. */
export interface VerifyAnswer {
  taskNumber: string;
  uniqueKey: string;
  /** The fingerprint of the result (commitment) in the scanned code, if it has one. */
  commitment?: string;
  verification?: Verification;
  failure?: string;
  /** The field to which `failure` belongs: the first empty one, or the key. Undefined if it belongs to none. */
  failedField?: 'taskNumber' | 'uniqueKey';
  /** The HTTP status with which the server sends a page with this answer. */
  status: number;
}

export type Answered = VerifyAnswer & { verification: Verification };

/** Answers the form of /verify: without scripts this runs on the server, with scripts in the browser. */
export async function checkCredentials(request: Request, client: ApiClient): Promise<VerifyAnswer> {
  const form = await request.formData();
  const typed = (name: string) => String(form.get(name) ?? '').trim();
  const { revision: revisionInNumber, ...named } = readPair(
    typed('taskNumber') || typed('task'),
    typed('uniqueKey') || typed('key'),
  );
  if (!named.taskNumber || !named.uniqueKey) {
    const failedField = named.taskNumber ? 'uniqueKey' : 'taskNumber';
    return { ...named, failure: 'Please enter both fields.', failedField, status: 422 };
  }
  const revision = typed('revision') || (revisionInNumber ?? '');
  const commitment = typed('c').toLowerCase();
  try {
    const init = { signal: request.signal };
    const query = { ...named, ...(revision === '' ? {} : { revision }) };
    const { data } = await parseResponse(client.tests.verify.$get({ query }, { init }));
    return { ...named, ...(commitment === '' ? {} : { commitment }), verification: data, status: 200 };
  } catch (error) {
    if (error instanceof NetworkError) return { ...named, failure: error.message, status: 503 };
    if (!(error instanceof ApiProblem)) throw error;
    if ([400, 404, 422].includes(error.status)) {
      return { ...named, failure: 'Invalid task number or key.', failedField: 'uniqueKey', status: 404 };
    }
    return { ...named, failure: error.detail, status: error.status };
  }
}

/** The certificate that the reader means: the one that the input names, or the only one. Null without one. */
export const meantIn = ({ certificates, revision }: Verification) =>
  certificates.find((each) => each.revision === revision?.asked) ??
  (certificates.length === 1 ? (certificates[0] ?? null) : null);

/** Whether the code on the paper belongs to another result, so that the paper is not from the laboratory. */
export const isOtherCode = ({ commitment, verification: { revision } }: Answered) =>
  commitment !== undefined && commitment !== revision?.c;

/** The number of a certificate as it is printed, such as VP-10001-R1. */
export const numberOf = ({ task_number }: Verification, { revision }: VerifiedCertificate) =>
  `VP-${task_number}-R${revision}`;
