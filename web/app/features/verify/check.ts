import type { Verification } from '@vialproof/contract/verification';
import { parseResponse } from 'hono/client';
import type { ApiClient } from '../../lib/api';
import { ApiProblem, NetworkError } from '../../lib/problem';

/** What was sent, and what came of it: either `verification` or, in words, `failure`. */
export interface VerifyAnswer {
  taskNumber: string;
  uniqueKey: string;
  /** The one that the paper names, where it was said. */
  revision?: number;
  verification?: Verification;
  failure?: string;
  /** The HTTP status that a page with this answer has. */
  status: number;
}

/** The revision that was sent: 0, which no certificate has, for what is no number; undefined when none was named. */
function revisionIn(typed: string): number | undefined {
  if (typed === '') return undefined;
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : 0;
}

const invalid = { failure: 'Invalid task number or key.', status: 404 };

/** Answers the form of /verify: on the server before there are scripts, in the browser with them. */
export async function checkCredentials(request: Request, client: ApiClient): Promise<VerifyAnswer> {
  const form = await request.formData();
  const typed = (name: string) => String(form.get(name) ?? '').trim();
  const query = {
    taskNumber: (typed('taskNumber') || typed('task')).replace(/^#/, ''),
    uniqueKey: typed('uniqueKey') || typed('key'),
  };
  const revision = revisionIn(typed('revision'));
  if (!query.taskNumber || !query.uniqueKey) {
    return { ...query, failure: 'Please enter both fields.', status: 422 };
  }
  try {
    const init = { signal: request.signal };
    const { data } = await parseResponse(client.tests.verify.$get({ query }, { init }));
    if (revision === undefined) return { ...query, verification: data, status: 200 };
    if (!data.certificates.some((each) => each.revision === revision)) return { ...query, ...invalid };
    return { ...query, revision, verification: data, status: 200 };
  } catch (error) {
    if (error instanceof NetworkError) return { ...query, failure: error.message, status: 503 };
    if (!(error instanceof ApiProblem)) throw error;
    if ([400, 404, 422].includes(error.status)) return { ...query, ...invalid };
    return { ...query, failure: error.detail, status: error.status };
  }
}
