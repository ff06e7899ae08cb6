import { inPlainSigns } from './plain-signs.ts';

/** A task number and its key for the request, and the revision if the number or the address contains one. */
export type TypedPair = { taskNumber: string; uniqueKey: string; revision?: string };

/**
 * Four characters of Crockford's base 32 as a person types them; I, L and O are converted to digits later. A key is not
 * part of a longer word.
 */
const FOUR = '[0-9A-Z]{4}';
const START = '(?<![0-9A-Z])';
const END = '(?![0-9A-Z])';
/**
 * Where a key is searched: groups with dashes anywhere; otherwise the key at the end of the text; otherwise twelve
 * characters in a row or three groups anywhere.
 */
const KEYS = [
  new RegExp(`${START}${FOUR} ?-+ ?${FOUR} ?-+ ?${FOUR}${END}`),
  new RegExp(`${START}${FOUR}[- ]*${FOUR}[- ]*${FOUR}$`),
  new RegExp(`${START}${FOUR}${FOUR}${FOUR}${END}`),
  new RegExp(`${START}${FOUR} ${FOUR} ${FOUR}${END}`),
];
const REVISION = '(?:[-_\\s]*R(\\d{1,5})(?![0-9A-Z]))?';
const CERTIFICATE = new RegExp(`(?<![0-9A-Z])VP[-_\\s]*(\\d{5,15})(?!\\d)${REVISION}`, 'i');
const NUMBER = new RegExp(`(?<!\\d)(\\d{5,15})(?!\\d)${REVISION}`, 'i');
/** '10,065' and '10 065', as some programs format a number. */
const GROUPED = /(?<!\d)\d{1,3}(?:[,.' ]\d{3})+(?!\d)/g;

/** A text without compatibility forms, invisible characters and quotes, with one kind of digit, dash and space. */
const plain = (typed: string) =>
  inPlainSigns(typed)
    .replace(/["“”„«»`´]/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The number and the key as a person pastes them: 'VP-10065-R1', 'Task #10,065', a key with other dashes or in a
 * sentence, or the address in a certificate's QR code in either field. Unreadable text stays as typed.
 */
export function readPair(taskField: string, keyField: string): TypedPair {
  const address = addressIn(taskField) ?? addressIn(keyField);
  const [task, key] = address ? [address.task, address.key] : [taskField, keyField];
  const read = readTask(plain(task));
  const revision = address?.revision ?? read.revision;
  return {
    taskNumber: read.taskNumber ?? task.trim(),
    uniqueKey: keyIn(plain(key)) ?? key.trim(),
    ...(revision !== undefined && { revision }),
  };
}

function keyIn(text: string): string | undefined {
  const signs = text
    .toUpperCase()
    .replace(/[^0-9A-Z-]+/g, ' ')
    .trim();
  for (const pattern of KEYS) {
    const found = pattern.exec(signs)?.[0];
    if (found) return found.replace(/[- ]+/g, '-');
  }
  return undefined;
}

function readTask(text: string): { taskNumber?: string | undefined; revision?: string | undefined } {
  const digits = text.replace(GROUPED, (group) => group.replace(/\D/g, ''));
  const [, taskNumber, revision] = CERTIFICATE.exec(digits) ?? NUMBER.exec(digits) ?? [];
  return { taskNumber, revision };
}

/** The part after # of the address in a certificate's QR code, with any text around it. */
function addressIn(field: string): { task: string; key: string; revision: string | undefined } | undefined {
  const [, fragment = ''] = /\/verify\/?[?#](\S+)/i.exec(field) ?? [];
  const named = new URLSearchParams(fragment.replaceAll('&amp;', '&'));
  const [task, key, revision] = ['task', 'key', 'revision'].map((name) => named.get(name)?.trim());
  return task && key ? { task, key, revision: /^\d+/.exec(revision ?? '')?.[0] } : undefined;
}
