import { inPlainSigns } from './plain-signs.ts';

/** The task number and the certificate's key in a typed text, and the revision if the text has one. */
export type TypedPair = { taskNumber: string; uniqueKey: string; revision?: string };

/** Four characters of a key, as people type them. */
const FOUR = '[0-9A-Z]{4}';
const START = '(?<![0-9A-Z])';
const END = '(?![0-9A-Z])';
/** How a certificate's key is found: as groups with dashes, at the end of the text, or as twelve characters. */
const KEYS = [
  new RegExp(`${START}${FOUR} ?-+ ?${FOUR} ?-+ ?${FOUR}${END}`),
  new RegExp(`${START}${FOUR}[- ]*${FOUR}[- ]*${FOUR}$`),
  new RegExp(`${START}${FOUR}${FOUR}${FOUR}${END}`),
  new RegExp(`${START}${FOUR} ${FOUR} ${FOUR}${END}`),
];
const REVISION = '(?:[-_\\s]*R(\\d{1,5})(?![0-9A-Z]))?';
const CERTIFICATE = new RegExp(`(?<![0-9A-Z])VP[-_\\s]*(\\d{5,15})(?!\\d)${REVISION}`, 'i');
const NUMBER = new RegExp(`(?<!\\d)(\\d{5,15})(?!\\d)${REVISION}`, 'i');
/** A number with separators: '10,065' and '10 065'. */
const GROUPED = /(?<!\d)\d{1,3}(?:[,.' ]\d{3})+(?!\d)/g;

/** A text in plain characters, without invisible ones, with one kind of dash and space. */
const plain = (typed: string) =>
  inPlainSigns(typed)
    .replace(/["“”„«»`´]/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Finds number and key in what a person pastes: 'VP-10065-R1', 'Task #10,065', or the address of a QR code, in either
 * field. Other text stays as it is.
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

/** Number, key and revision in the address of a QR code, behind its # sign. */
function addressIn(field: string): { task: string; key: string; revision: string | undefined } | undefined {
  const [, fragment = ''] = /\/verify\/?[?#](\S+)/i.exec(field) ?? [];
  const named = new URLSearchParams(fragment.replaceAll('&amp;', '&'));
  const [task, key, revision] = ['task', 'key', 'revision'].map((name) => named.get(name)?.trim());
  return task && key ? { task, key, revision: /^\d+/.exec(revision ?? '')?.[0] } : undefined;
}
