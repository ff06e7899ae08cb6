/** A task number and its key as they are sent, and the revision where the number or address names one. */
export type TypedPair = { taskNumber: string; uniqueKey: string; revision?: string };

/** Crockford's base 32 as it is typed: I, L and O are read as digits later. */
const KEY = /[0-9A-Z]{4}[-\s]*[0-9A-Z]{4}[-\s]*[0-9A-Z]{4}$/;
const CERTIFICATE = /\bVP-?\s*(\d{5,15})(?:-?\s*R(\d{1,5}))?\b/i;
/** '10,065' and '10 065', as some programs write a number that they were given. */
const GROUPED = /(?<!\d)\d{1,3}(?:[,.' ]\d{3})+(?!\d)/g;

/** Without compatibility forms, invisible signs and quotes, with one kind of dash and of space. */
const plain = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/[\p{Cf}"“”„«»`´]/gu, '')
    .replace(/[\u2010-\u2015\u2212\u00ad]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Number and key as people copy them: 'VP-10065-R1', 'Task #10,065', a key with other dashes or in words, the address of a
 * certificate's code in either field. What cannot be read stays as it was typed.
 */
export function readPair(taskField: string, keyField: string): TypedPair {
  const address = addressIn(taskField) ?? addressIn(keyField);
  if (address) return address;
  const { taskNumber, revision } = readTask(plain(taskField));
  const typed = plain(keyField)
    .toUpperCase()
    .replace(/[^0-9A-Z\s-]+/g, ' ')
    .trim();
  const key = KEY.exec(typed)?.[0].replace(/\s/g, '-');
  return {
    taskNumber: taskNumber ?? taskField.trim(),
    uniqueKey: key ?? keyField.trim(),
    ...(revision !== undefined && { revision }),
  };
}

function readTask(text: string): { taskNumber?: string; revision?: string | undefined } {
  const [, number, revision] = CERTIFICATE.exec(text) ?? [];
  if (number !== undefined) return { taskNumber: number, revision };
  const digits = text.replace(GROUPED, (group) => group.replace(/\D/g, ''));
  const taskNumber = /(?<!\d)\d{5,15}(?!\d)/.exec(digits)?.[0];
  return taskNumber === undefined ? {} : { taskNumber };
}

/** What the address of a certificate's code says behind its #. */
function addressIn(field: string): TypedPair | undefined {
  const [, fragment = ''] = /\/verify\/?#(\S+)/i.exec(field) ?? [];
  const named = new URLSearchParams(fragment);
  const [task, key, revision] = ['task', 'key', 'revision'].map((name) => named.get(name)?.trim());
  if (!task || !key) return undefined;
  return { taskNumber: task, uniqueKey: key, ...(revision && { revision }) };
}
