import { FILE_LIMIT, FILE_LIMIT_BYTES } from '@vialproof/contract/file-limits';
import { refuse, unwrap } from '../refusal.ts';

export type Upload = { name: string; bytes: Uint8Array };

/** The largest size of a form with a file. */
export const FORM_LIMIT_BYTES = FILE_LIMIT_BYTES + 64 * 1024;

/** The file in a form. Other fields and too large files are refused. */
export async function uploadOf(part: unknown): Promise<Upload> {
  if (!(part instanceof File)) {
    const message = 'Choose a file.';
    return unwrap(refuse('invalid_fields', message, { errors: [{ path: 'file', message }] }));
  }
  if (part.size > FILE_LIMIT_BYTES)
    return unwrap(refuse('too_large', `A file may have at most ${FILE_LIMIT}.`));
  return { name: part.name, bytes: new Uint8Array(await part.arrayBuffer()) };
}
