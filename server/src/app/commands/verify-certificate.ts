import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  checkSignature,
  type Fact,
  readTrust,
  type SignatureReport,
  type Trust,
} from '@vialproof/contract/proof/certificate-check';
import { fingerprintsOf, foreignKeys, onlyExpected } from '@vialproof/contract/proof/key-fingerprints';
import { checkProof, type LogReport, NEWER } from '@vialproof/contract/proof/log-check';
import { searchLog } from '@vialproof/contract/proof/log-search';
import { keyOfNote, noteKeyFingerprint } from '@vialproof/contract/proof/signed-note';
import { type Compared, judge, type Standing, type Verdict } from '@vialproof/contract/proof/verdict';
import { type Command, type CommandContext, ofProcess } from './command.ts';
import { Contradiction, openSite, type Site, SiteProblem } from './verify-site.ts';

const USAGE = `Checks a certificate, with files alone or with the laboratory's public log.

  npm run verify -- CERTIFICATE.pdf PROOF.tlog-proof KEYS.txt [--expect FINGERPRINT]...
  npm run verify -- CERTIFICATE.pdf [PROOF.tlog-proof [KEYS.txt]] --log https://HOST [--expect FINGERPRINT]...

The proof comes with the certificate, the keys from /api/log/keys. Whoever forges a certificate can forge that file too: so
compare the fingerprints that are printed with those of the laboratory's page /transparency, or have them compared.

--expect FINGERPRINT  believes only the authority or log key of this fingerprint, 64 hexadecimal digits; give it twice, once for
                      each. An authority's is the SHA-256 of its root certificate's DER, a log key's the SHA-256 of the
                      32 bytes of its Ed25519 public key. Each must have signed or logged this certificate.
--log URL             asks the site for its keys and reads its whole log: the PDF alone is enough, and whether it is current,
                      replaced or withdrawn is told. Keys that are not expected are believed because that host names them.

Ends with
  0  genuine and current (only with --log)
  1  refused: not a certificate as the laboratory issued it
  2  could not be checked: a file, an address or an answer cannot be used
  3  nothing speaks against it, but not everything could be told
  4  genuine, but replaced by a newer revision
  5  genuine, but the result was withdrawn
  6  signed or logged by these keys; whether they are the laboratory's you must compare
  7  genuine as issued, signed and logged by the expected keys; whether it is current is not known
  8  the keys are not the expected ones, or the file of keys is not the one of the site
  9  the log contradicts itself or its keys`;

const SIGNS: Record<Fact['state'], string> = { good: 'yes    ', bad: 'NO     ', unknown: 'unknown' };
const ENDS: Record<Verdict['outcome'], number> = {
  genuine: 0,
  refused: 1,
  open: 3,
  superseded: 4,
  retracted: 5,
  compare: 6,
  issued: 7,
  keys: 8,
};
const UNUSABLE = 2;
const CONTRADICTION = 9;

/** Something the person at the keyboard can put right; shown without a stack. */
class Unusable extends Error {}

/** What is printed, and the exit code. */
type Said = { lines: string[]; end: number };

type Asked = { pdfPath: string; proofPath?: string; keysPath?: string; expected: string[]; log?: string };

function readWords(words: string[]): Asked | 'help' {
  const options = {
    expect: { type: 'string', multiple: true },
    log: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help) return 'help';
  const [pdfPath, proofPath, keysPath, ...more] = positionals;
  const { log } = values;
  if (!pdfPath || more.length > 0 || (log === undefined && (!proofPath || !keysPath)))
    throw new Unusable(USAGE);
  const expected = (values.expect ?? []).map((text) => text.toLowerCase());
  const odd = expected.find((text) => !/^[0-9a-f]{64}$/.test(text));
  if (odd !== undefined) throw new Unusable(`--expect ${odd}: expected 64 hexadecimal digits.`);
  return {
    pdfPath,
    ...(proofPath ? { proofPath } : {}),
    ...(keysPath ? { keysPath } : {}),
    ...(log === undefined ? {} : { log }),
    expected,
  };
}

/** What judges: the keys of the site, else of the file; of a kind of which some are expected only those. */
async function believed(keys: Trust, expected: string[], site: Site | undefined) {
  const some = await onlyExpected(keys, expected);
  const trust: Trust = {
    ...keys,
    authorities: some.authorities.length > 0 ? some.authorities : keys.authorities,
    logKeys: some.logKeys.length > 0 ? some.logKeys : keys.logKeys,
  };
  const compared: Compared = {
    authority: site !== undefined || some.authorities.length > 0,
    log: site !== undefined || some.logKeys.length > 0,
  };
  return { trust, compared };
}

/** What the site's log says of the file. */
async function lookUp(
  { sha256, isSigned }: SignatureReport,
  site: Site,
  { logKeys }: Trust,
): Promise<{ logged: LogReport; standing: Standing }> {
  const head = await site.head(logKeys);
  const found = await searchLog(sha256, head, site.bundles(head.size));
  if (found === 'contradiction')
    throw new Contradiction(`The entries of the log at ${site.host} do not lead to its signed head.`);
  const checkpointSize = head.size;
  const unread = (log: Fact): LogReport => ({ log, entry: null, index: null, checkpointSize, logKey: null });
  if (found === 'newer')
    return { logged: unread({ state: 'unknown', words: NEWER }), standing: { known: 'newer' } };
  if (!found) {
    const words = `The log at ${site.host} holds no certificate with this hash.`;
    return { logged: unread({ state: 'bad', words }), standing: { known: 'never issued' } };
  }
  const { entry, index, state, since } = found;
  const key = keyOfNote(head.note, logKeys);
  const logKey = key ? await noteKeyFingerprint(key) : null;
  const words = `Entry ${index} of the log at ${site.host}, whose ${head.size} entries lead to its signed head.`;
  return {
    logged: { log: { state: 'good', words }, entry, index, checkpointSize, logKey },
    standing: { known: 'issued', state, isSigned, revision: entry.revision, since },
  };
}

async function check(words: string[]): Promise<Said> {
  const asked = readWords(words);
  if (asked === 'help') return { lines: USAGE.split('\n'), end: 0 };
  const { pdfPath, proofPath, keysPath, expected } = asked;
  const pdf = new Uint8Array(await read(pdfPath));
  const proof = proofPath ? String(await read(proofPath)) : undefined;
  const file = keysPath ? await readTrust(String(await read(keysPath))) : undefined;
  if (keysPath && !file) throw new Unusable(`${keysPath} names no authority: it is not a file of keys.`);
  const site = asked.log === undefined ? undefined : await openSite(asked.log);
  const keys = site?.keys ?? file;
  if (!keys) throw new Unusable(USAGE);
  const from = site ? site.host : (keysPath ?? '');

  const { authorities, logKeys } = await fingerprintsOf(keys);
  const missing = expected.filter((each) => !authorities.includes(each) && !logKeys.includes(each));
  if (missing.length > 0) {
    const missingLines = missing.map((each) => `  expected   ${each}`);
    return {
      lines: [
        `The keys of ${from} are not those that you expect: ${pdfPath}`,
        '',
        ...missingLines,
        ...(await keyLines(from, keys)),
      ],
      end: ENDS.keys,
    };
  }
  const { trust, compared } = await believed(keys, expected, site);
  const report = await checkSignature(pdf, trust);
  const proved = proof === undefined ? undefined : await checkProof(report.sha256, proof, trust.logKeys);
  const looked = site ? await lookUp(report, site, trust) : undefined;
  // The log itself says more than a proof out of it.
  const logged = looked?.logged ?? proved;
  if (proved?.log.state === 'good' && looked?.standing.known === 'never issued')
    throw new Contradiction(`The log at ${from} signed the proof and no longer holds the entry.`);
  const foreign = site && file ? await foreignKeys(file, keys) : undefined;
  const verdict = judge(report, logged, looked?.standing ?? { known: 'unasked' }, { compared, foreign });
  const unmatched = expected.filter((each) => each !== report.authority && each !== logged?.logKey);
  const isOther = unmatched.length > 0 && verdict.outcome !== 'refused';
  const title = isOther ? 'Neither signed nor logged by every key that you expect' : verdict.title;
  const logEntry = logged?.entry;
  return {
    lines: [
      `${title}: ${pdfPath}`,
      '',
      ...factLines(verdict, looked && proved?.log.state === 'bad' ? proved.log : undefined),
      '',
      `  SHA-256    ${report.sha256}`,
      ...(report.signedAt ? [`  Signed     ${report.signedAt}`] : []),
      ...(logEntry ? [`  Issued     ${logEntry.issued_at}, revision ${logEntry.revision}`] : []),
      ...(site ? [`  Asked      ${site.host}`] : []),
      ...(await keyLines(from, keys, { report, logged, expected })),
    ],
    end: isOther ? ENDS.keys : ENDS[verdict.outcome],
  };
}

function factLines({ signature, bytes, log, standing, keys }: Verdict, proof: Fact | undefined): string[] {
  const line = (question: string, { state, words }: Fact) => `  ${SIGNS[state]}  ${question}  ${words}`;
  return [
    line('Signed by the laboratory?', signature),
    line('Every byte unchanged?    ', bytes),
    line('In the public log?       ', log),
    line('Still standing?          ', standing),
    ...(proof ? [line('The proof that came along?', proof)] : []),
    ...(keys ? [line('The laboratory’s keys?   ', keys)] : []),
  ];
}

type Used = { report: SignatureReport; logged: LogReport | undefined; expected: string[] };

/** The fingerprint of every key that is there, and what it did. */
async function keyLines(from: string, keys: Trust, used?: Used): Promise<string[]> {
  const { authorities, logKeys } = await fingerprintsOf(keys);
  const isMany = authorities.length > 1 || logKeys.length > 1;
  const line = (kind: string, fingerprint: string, did: string | false) => {
    const notes = [did, used?.expected.includes(fingerprint) && 'expected'].filter((note) => note);
    return `  ${kind} ${fingerprint}${notes.length > 0 ? `  ${notes.join(', ')}` : ''}`;
  };
  return [
    '',
    `Keys of ${from}, by SHA-256${isMany ? '; it names several' : ''}:`,
    ...authorities.map((each) => line('authority ', each, each === used?.report.authority && 'signed this')),
    ...logKeys.map((each) => line('log key   ', each, each === used?.logged?.logKey && 'logged this')),
  ];
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new Unusable(`${path} cannot be read.`);
  }
}

function endOf(error: unknown, { stderr }: CommandContext): number {
  const isOfArguments =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const isKnown =
    [Unusable, SiteProblem, Contradiction].some((kind) => error instanceof kind) || isOfArguments;
  stderr.write(`${isKnown && error instanceof Error ? error.message : String(error)}\n`);
  return error instanceof Contradiction ? CONTRADICTION : UNUSABLE;
}

/** npm run verify: says what speaks for and against a certificate; the exit code is the verdict. */
export const verifyCertificate: Command = async (words, context) => {
  try {
    const { lines, end } = await check(words);
    // Names out of a file may hold anything: a terminal must not be told what to do by them, nor a line be added.
    context.stdout.write(`${lines.map((line) => line.replace(/\p{C}/gu, '?')).join('\n')}\n`);
    return end;
  } catch (error) {
    return endOf(error, context);
  }
};

if (import.meta.main) process.exitCode = await verifyCertificate(process.argv.slice(2), ofProcess);
