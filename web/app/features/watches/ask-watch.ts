import { EMAIL_MESSAGE, isEmail } from '@vialproof/contract/credentials';
import type { WatchKind } from '@vialproof/contract/watches';
import { parseResponse } from 'hono/client';
import { kindWords, type WatchSubject } from '../../data/watches/words';
import type { ApiClient } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';

/** What a reader without scripts sent, and the outcome: success, or an error. */
export interface WatchAnswer extends WatchSubject {
  email: string;
  failure?: string;
  /** The HTTP status with which the server sends a page with this answer. */
  status: number;
}

const isKind = (text: string): text is WatchKind => Object.hasOwn(kindWords, text);

/** The subject of an alert that an address or a form names. Null if there are no alerts about it. */
export function namedIn(fields: { get(name: string): unknown }): WatchSubject | null {
  const kind = String(fields.get('kind') ?? '');
  const subject = String(fields.get('subject') ?? '');
  return isKind(kind) && /^[\w-]{1,200}(\/[\w-]{1,200})?$/.test(subject) ? { kind, subject } : null;
}

/** Answers the form of /watch for a browser without scripts. Null if the form names no subject. */
export async function askWatch(request: Request, client: ApiClient): Promise<WatchAnswer | null> {
  const form = await request.formData();
  const named = namedIn(form);
  if (!named) return null;
  const email = String(form.get('email') ?? '').trim();
  if (!isEmail(email)) return { ...named, email, failure: EMAIL_MESSAGE, status: 422 };
  try {
    await parseResponse(client.watches.$post({ json: { ...named, email } }));
    return { ...named, email, status: 200 };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { ...named, email, failure: error.field('email') ?? error.detail, status: error.status };
  }
}
