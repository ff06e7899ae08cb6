import { readFile } from 'node:fs/promises';
import { checkSignature, type Fact, readTrust } from '@vialproof/science/proof/certificate-check';
import { fingerprintsOf, foreignKeys } from '@vialproof/science/proof/key-fingerprints';
import { checkProof } from '@vialproof/science/proof/log-check';
import { judge, type Verdict } from '@vialproof/science/proof/verdict';
import { systemClock } from '../../platform/clock.ts';
import { type Command, type CommandContext, ofProcess } from './command.ts';
import { readWords, Unusable, USAGE } from './verify-arguments.ts';
import { believed, comparedBy, keyLines, pinLines } from './verify-keys.ts';
import { byOldHead, headLines, lookUp } from './verify-log.ts';
import { Contradiction, openSite, SiteProblem } from './verify-site.ts';

const SIGNS: Record<Fact['state'], string> = { good: 'yes    ', bad: 'NO     ', unknown: 'unknown' };
const ENDS: Record<Verdict['outcome'] | 'old head', number> = {
  genuine: 0,
  refused: 1,
  open: 3,
  superseded: 4,
  retracted: 5,
  compare: 6,
  issued: 7,
  keys: 8,
  newer: 10,
  'old head': 11,
};
const UNUSABLE = 2;
const CONTRADICTION = 9;

/** What a command prints, and its exit code. */
type Said = { lines: string[]; end: number };

async function check(words: string[]): Promise<Said> {
  const now = systemClock.now();
  const asked = readWords(words, now);
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
  const { trust, pinned } = await believed(keys, { expected, kept: site && file });
  const report = await checkSignature(pdf, trust);
  const proved = proof === undefined ? undefined : await checkProof(report.sha256, proof, trust.logKeys);
  const looked = site ? await lookUp(report, { site, trust, newerThan: asked.newerThan }) : undefined;
  // Reading the log itself proves more than a proof that was copied from it.
  const logged = looked?.logged ?? proved;
  if (proved?.log.state === 'good' && looked?.isHeld === false)
    throw new Contradiction(`The log at ${from} signed the proof and no longer holds the entry.`);
  const foreign = site && file ? await foreignKeys(file, keys) : undefined;
  const compared = comparedBy(pinned, { report, logged });
  const judged = judge(report, logged, looked?.standing ?? { known: 'unasked' }, { compared, foreign });
  const verdict = looked?.head.isOld ? byOldHead(judged, looked.head) : judged;
  const unmatched = expected.filter((each) => each !== report.authority && each !== logged?.logKey);
  const isOther = unmatched.length > 0 && verdict.outcome !== 'refused' && verdict.outcome !== 'newer';
  const title = isOther ? 'Neither signed nor logged by every key that you expect' : verdict.title;
  const logEntry = logged?.entry;
  return {
    lines: [
      `${title}: ${pdfPath}`,
      '',
      ...factLines(verdict, looked && proved?.log.state !== 'good' ? proved?.log : undefined),
      '',
      `  SHA-256    ${report.sha256}`,
      ...(report.signedAt ? [`  Signed     ${report.signedAt}`] : []),
      ...(logEntry ? [`  Issued     ${logEntry.issued_at}, revision ${logEntry.revision}`] : []),
      ...(site ? [`  Asked      ${site.host}`] : []),
      ...(looked ? headLines(looked.head, now) : []),
      ...(await keyLines(from, keys, { report, logged, expected })),
      ...(site ? pinLines(site.host, compared, { report, logged }) : []),
    ],
    end: isOther ? ENDS.keys : ENDS[verdict.outcome],
  };
}

type Facts = Omit<Verdict, 'outcome' | 'title'>;

function factLines({ signature, bytes, log, standing, keys }: Facts, proof: Fact | undefined): string[] {
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

/** npm run verify: prints the facts about a certificate; the exit code is the verdict. */
export const verifyCertificate: Command = async (words, context) => {
  try {
    const { lines, end } = await check(words);
    // A name in a file must not send commands to the terminal or add lines.
    context.stdout.write(`${lines.map((line) => line.replace(/\p{C}/gu, '?')).join('\n')}\n`);
    return end;
  } catch (error) {
    return endOf(error, context);
  }
};

if (import.meta.main) process.exitCode = await verifyCertificate(process.argv.slice(2), ofProcess);
