import type { Verification } from '@vialproof/contract/verification';
import { readPair } from '@vialproof/science/measurement/typed-pair';
import { parseResponse } from 'hono/client';
import type { ApiClient } from '../../lib/api';
import { ApiProblem, NetworkError } from '../../lib/problem';

/** The sent input and its outcome: either `verification` or a `failure` text. */
export interface VerifyAnswer {
  taskNumber: string;
  uniqueKey: string;
  /** The commitment in the scanned code, if it has one. */
  commitment?: string;
  verification?: Verification;
  failure?: string;
  /** The field of `failure`: the first empty one, or the key if both are filled; undefined without a field. */
  failedField?: 'taskNumber' | 'uniqueKey';
  /** The HTTP status of a page with this answer. */
  status: number;
}

export type Answered = VerifyAnswer & { verification: Verification };

/** Answers the form of /verify: on the server without scripts, in the browser with them. */
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

/** The named certificate, or the only one; null without certificates. */
export const meantIn = ({ certificates, revision }: Verification) =>
  certificates.find((each) => each.revision === revision?.asked) ??
  (certificates.length === 1 ? (certificates[0] ?? null) : null);

/** Whether the paper's code is not the laboratory's: it names another result. */
export const isOtherCode = ({ commitment, verification: { revision } }: Answered) =>
  commitment !== undefined && commitment !== revision?.c;
