import type { Fact, SignatureReport } from './certificate-check.ts';
import type { ForeignKeys } from './key-fingerprints.ts';
import type { LogReport } from './log-check.ts';
import type { CertificateEntry } from './log-entry.ts';

/**
 * What the laboratory says about a file. 'unasked': there was no connection. 'newer': this program is too old to read
 * the answer.
 */
export type Standing =
  | { known: 'unasked' }
  | { known: 'newer' }
  | { known: 'never issued' }
  | {
      known: 'issued';
      state: 'current' | 'superseded' | 'retracted';
      isSigned: boolean;
      revision?: number;
      /** When the certificate came into this state, ISO 8601. */
      since?: string;
      reason?: string | undefined;
    };

/** Which keys are known to be the laboratory's. */
export type Compared = { authority: boolean; log: boolean };

/** The results of all checks of a certificate, and the conclusion. */
export type Verdict = {
  outcome: keyof typeof TITLES;
  title: string;
  signature: Fact;
  bytes: Fact;
  log: Fact;
  standing: Fact;
  /** Set only if a file of keys contains keys of other people. */
  keys?: Fact;
};

const TITLES = {
  genuine: 'A genuine, current certificate',
  issued: 'A genuine certificate, as it was issued',
  superseded: 'A genuine certificate, replaced by a newer one',
  retracted: 'A genuine certificate of a result that was withdrawn',
  refused: 'Not a certificate as the laboratory issued it',
  keys: 'Do not trust this file of keys: it is not the laboratory’s',
  compare: 'Signed by these keys; whether they are the laboratory’s you must compare',
  open: 'Nothing speaks against it, but not everything could be checked',
  newer: 'Made by a newer version: update the checker, and check again',
} as const;

const LOGGED = 'Logged by these keys; whether they are the laboratory’s you must compare';
const UNPROVED = 'Not shown to be a certificate that the laboratory issued: the proof is not right';

const DAY_MS = 86_400_000;
const BOTH: Compared = { authority: true, log: true };
const NO_KEYS: ForeignKeys = { fingerprints: [], areAppended: true };
const good = (words: string): Fact => ({ state: 'good', words });
const unknown = (words: string): Fact => ({ state: 'unknown', words });
const bad = (words: string): Fact => ({ state: 'bad', words });

/**
 * Makes the verdict from the four facts. One bad fact refuses the file.
 * @param foreign the keys of other people in a file of keys. With foreign keys nothing is called genuine, unless the
 * file also has all keys of the laboratory.
 */
export function judge(
  report: SignatureReport,
  logged: LogReport | undefined,
  standing: Standing,
  { compared = BOTH, foreign = NO_KEYS }: { compared?: Compared; foreign?: ForeignKeys | undefined } = {},
): Verdict {
  const proved = logOf(logged, standing);
  const isOld = isFromBeforeSignatures(report, logged, standing);
  const signature = isOld
    ? unknown('It was issued before certificates were signed.')
    : signatureOf(report, logged?.entry ?? null, standing, proved);
  const bytes =
    isOld || report.bytes.state === 'good' ? bytesOf(report, standing, proved, compared) : report.bytes;
  const stands = standingOf(standing, proved);
  const isBad = [signature, bytes, proved].some(({ state }) => state === 'bad');
  const isRight = bytes.state === 'good' && proved.state === 'good' && (isOld || signature.state === 'good');
  // A wrong proof proves nothing, but the file may still be right.
  const isUnproved =
    standing.known === 'unasked' && signature.state !== 'bad' && bytes.state !== 'bad' && isBad;
  const isForeign = foreign.fingerprints.length > 0;
  const isForged = isForeign && !foreign.areAppended;
  const outcome = isBad ? 'refused' : isForged ? 'keys' : outcomeOf(isRight, logged, standing, compared);
  return {
    outcome,
    title: isUnproved ? UNPROVED : isOld && outcome === 'compare' ? LOGGED : TITLES[outcome],
    signature: compared.authority ? signature : toCompare(signature),
    bytes,
    log: compared.log ? proved : ofStrangeLog(proved),
    standing: stands,
    ...(isForeign ? { keys: bad(foreignWords(foreign)) } : {}),
  };
}

/**
 * Whether an old certificate had no signature from the beginning. The hash of the whole file shows it, because removing
 * a signature would change it.
 */
function isFromBeforeSignatures(
  report: SignatureReport,
  logged: LogReport | undefined,
  standing: Standing,
): boolean {
  if (standing.known === 'issued') return !standing.isSigned;
  const isLogged = logged?.log.state === 'good' && logged.entry?.sha256 === report.sha256;
  return standing.known === 'unasked' && !report.isSigned && isLogged;
}

function outcomeOf(
  isRight: boolean,
  logged: LogReport | undefined,
  standing: Standing,
  compared: Compared,
): Verdict['outcome'] {
  if (standing.known === 'issued' && standing.state !== 'current') return standing.state;
  if (standing.known === 'newer' || logged?.isNewer) return 'newer';
  if (!isRight || standing.known === 'never issued') return 'open';
  if (!compared.authority || !compared.log) return 'compare';
  return standing.known === 'unasked' ? 'issued' : 'genuine';
}

/**
 * What the signature proves together with the log. Alone it is not enough, because a key can be stolen and a date can
 * be false.
 */
function signatureOf(
  { signature, signedAt }: SignatureReport,
  entry: CertificateEntry | null,
  standing: Standing,
  log: Fact,
): Fact {
  if (signature.state !== 'good') return signature;
  if (log.state === 'bad') {
    const shows =
      standing.known === 'never issued' ? 'only its log shows, and it does not' : 'only a right proof shows';
    return unknown(`${signature.words} Whether the laboratory itself used that key ${shows}.`);
  }
  if (!entry || !signedAt || Math.abs(Date.parse(signedAt) - Date.parse(entry.issued_at)) <= DAY_MS)
    return signature;
  const [signed, issued] = [signedAt, entry.issued_at].map((at) => at.slice(0, 10));
  return bad(`The file says that it was signed on ${signed}; the log says that it was issued on ${issued}.`);
}

/** The signature cannot cover its own bytes, but the hash of the whole file does. */
function bytesOf({ bytes }: SignatureReport, standing: Standing, log: Fact, compared: Compared): Fact {
  if (log.state === 'good' && !compared.log) return good('Every byte is as it was logged, whoever did that.');
  if (log.state === 'good') return good('Every byte is as it was issued: the log holds this very file.');
  if (standing.known === 'issued') return good('Its hash is the one that the laboratory recorded.');
  if (standing.known !== 'never issued') return unknown(bytes.words);
  return unknown(
    'What the signature covers is as it was signed. But no file with exactly these bytes was issued: the signature’s own bytes were changed, or the laboratory never issued it.',
  );
}

const toCompare = (signature: Fact): Fact =>
  signature.state === 'good'
    ? unknown(`${signature.words} Whether that key is the laboratory’s you must compare.`)
    : signature;

const ofStrangeLog = (log: Fact): Fact =>
  log.state === 'good'
    ? unknown('A log that these keys name holds it. It is not shown to be the laboratory’s log.')
    : log;

const foreignWords = ({ fingerprints, areAppended }: ForeignKeys) =>
  areAppended
    ? `Beside the laboratory’s keys the file names others: ${fingerprints.join(', ')}. They were not believed.`
    : `The file of keys names keys that are not the laboratory’s: ${fingerprints.join(', ')}. They were not believed.`;

function logOf(logged: LogReport | undefined, standing: Standing): Fact {
  if (logged) return logged.log;
  if (standing.known === 'never issued') {
    return bad('The laboratory’s log holds no certificate with this hash.');
  }
  if (standing.known === 'unasked')
    return unknown('Without a proof it cannot be told whether the log holds it.');
  return unknown('The log does not tell of it yet.');
}

function standingOf(standing: Standing, log: Fact): Fact {
  if (standing.known === 'unasked') {
    return unknown(
      'The files do not tell whether it was replaced or withdrawn since: /verify tells, and so does the public log.',
    );
  }
  if (standing.known === 'never issued' && log.state === 'good')
    return unknown('The log proves it, but the laboratory knows no such certificate: ask the laboratory.');
  if (standing.known === 'never issued') return unknown('This certificate was never issued.');
  if (standing.known === 'newer')
    return unknown('The log says it in an entry that is newer than this checker.');
  const { state, revision, since, reason } = standing;
  const because = reason ? ` Reason: ${reason}` : '';
  const on = since === undefined ? '' : ` on ${since.slice(0, 10)}`;
  const which = revision === undefined ? 'it' : `revision ${revision}`;
  if (state === 'superseded') return bad(`A newer revision has replaced ${which}${on}.${because}`);
  if (state === 'retracted') return bad(`The result was withdrawn${on}.${because}`);
  return good(
    revision === undefined ? 'Neither replaced nor withdrawn.' : `Revision ${revision} is current.`,
  );
}
