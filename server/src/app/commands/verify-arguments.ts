import { parseArgs } from 'node:util';

export const USAGE = `Checks a certificate, with files alone or with the laboratory's public log.

  npm run verify -- CERTIFICATE.pdf PROOF.tlog-proof KEYS.txt [--expect FINGERPRINT]...
  npm run verify -- CERTIFICATE.pdf [PROOF.tlog-proof [KEYS.txt]] --log https://HOST [--expect FINGERPRINT]...
                    [--newer-than TIME]

The proof comes with the certificate, the keys from /api/log/keys. Whoever forges a certificate can forge that file too, and a
site of the same looks names keys of its own: so compare the fingerprints that are printed with those that the laboratory
publishes, on its page /transparency and elsewhere, or have them compared.

--expect FINGERPRINT  believes only the authority or log key of this fingerprint, 64 hexadecimal digits; give it twice, once for
                      each. An authority's is the SHA-256 of its root certificate's DER, a log key's the SHA-256 of the
                      32 bytes of its Ed25519 public key. Each must have signed or logged this certificate.
--log URL             asks the site for its keys and reads its whole log: the PDF alone is enough, and whether it is current,
                      replaced or withdrawn is told. What was signed or logged by keys that are known from nowhere but this
                      very address ends with 6: pin both kinds by --expect, or by a KEYS.txt that you kept from before.
--newer-than TIME     with --log: asks for a head of the log that is newer than TIME, which is an age such as 90m, 36h, 7d or
                      2w, or a date or moment in UTC such as 2026-11-20 or 2026-11-20T08:30Z. A site that shows an old head
                      hides what came since. A head has no date of its own: it is as old as the log's newest entry, so choose
                      a time in which the laboratory is sure to have written one.

Ends with
  0  genuine and current (only with --log, by pinned keys)
  1  refused: not a certificate as the laboratory issued it
  2  could not be checked: a file, an address or an answer cannot be used
  3  nothing speaks against it, but not everything could be told
  4  genuine, but replaced by a newer revision
  5  genuine, but the result was withdrawn
  6  signed or logged by these keys; whether they are the laboratory's you must compare
  7  genuine as issued, signed and logged by the expected keys; whether it is current is not known
  8  the keys are not the expected ones, or the file of keys is not the one of the site
  9  the log contradicts itself or its keys
  10 made by a newer version than this command knows: update it
  11 nothing speaks against it, but the log's head is older than --newer-than asks for`;

/** A problem that the user can solve, shown as a message without a stack. */
export class Unusable extends Error {}

export type Asked = {
  pdfPath: string;
  proofPath?: string;
  keysPath?: string;
  expected: string[];
  log?: string;
  newerThan?: Date;
};

const OPTIONS = {
  expect: { type: 'string', multiple: true },
  log: { type: 'string' },
  'newer-than': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the command line.
 * @throws Unusable if it is wrong.
 */
export function readWords(words: string[], now: Date): Asked | 'help' {
  const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  if (values.help) return 'help';
  const [pdfPath, proofPath, keysPath, ...more] = positionals;
  const { log, 'newer-than': newerThan } = values;
  if (!pdfPath || more.length > 0 || (log === undefined && (!proofPath || !keysPath)))
    throw new Unusable(USAGE);
  const expected = (values.expect ?? []).map((text) => text.toLowerCase());
  const odd = expected.find((text) => !/^[0-9a-f]{64}$/.test(text));
  if (odd !== undefined) throw new Unusable(`--expect ${odd}: expected 64 hexadecimal digits.`);
  if (newerThan !== undefined && log === undefined)
    throw new Unusable('--newer-than is about the head of a log: give --log too.');
  return {
    pdfPath,
    ...(proofPath ? { proofPath } : {}),
    ...(keysPath ? { keysPath } : {}),
    ...(log === undefined ? {} : { log }),
    ...(newerThan === undefined ? {} : { newerThan: readTime(newerThan, now) }),
    expected,
  };
}

const MINUTE_MS = 60_000;
const UNITS: Record<string, number> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };

function readTime(text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (UNITS[unit] ?? 0) * MINUTE_MS);
  const [, day, clock = 'T00:00Z'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d)?Z)?$/.exec(text) ?? [];
  const at = new Date(`${day}${clock}`);
  // JavaScript would read 30 February as a day in March.
  if (day === undefined || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) {
    const forms = 'an age such as 7d, or a date or moment in UTC such as 2026-11-20 or 2026-11-20T08:30Z';
    throw new Unusable(`--newer-than ${text}: expected ${forms}.`);
  }
  if (at > now) throw new Unusable(`--newer-than ${text} lies in the future.`);
  return at;
}
