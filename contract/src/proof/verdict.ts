import type { Fact, SignatureReport } from './certificate-check.ts';
import type { LogReport } from './log-check.ts';

/** What the laboratory says of a file that it knows; 'unasked' without a connection. */
export type Standing =
  | { known: 'unasked' }
  | { known: 'never issued' }
  | {
      known: 'issued';
      state: 'current' | 'superseded' | 'retracted';
      isSigned: boolean;
      reason?: string | undefined;
    };

/** The four answers about a certificate, and what they come to. */
export type Verdict = {
  outcome: 'genuine' | 'issued' | 'superseded' | 'retracted' | 'refused' | 'open';
  title: string;
  signature: Fact;
  bytes: Fact;
  log: Fact;
  standing: Fact;
};

const TITLES = {
  genuine: 'A genuine, current certificate',
  issued: 'A genuine certificate, as it was issued',
  superseded: 'A genuine certificate, replaced by a newer one',
  retracted: 'A genuine certificate of a result that was withdrawn',
  refused: 'Not a certificate as the laboratory issued it',
  open: 'Nothing speaks against it, but not everything could be checked',
} as const;

const unknown = (words: string): Fact => ({ state: 'unknown', words });

/** Puts the four facts together: one that is bad refuses the file, whatever the others say. */
export function judge(report: SignatureReport, logged: LogReport | undefined, standing: Standing): Verdict {
  const isOld = standing.known === 'issued' && !standing.isSigned;
  // Before there were signatures the recorded hash of the whole file says as much as one.
  const signature = isOld ? unknown('It was issued before certificates were signed.') : report.signature;
  const bytes: Fact = isOld
    ? { state: 'good', words: 'Its hash is the one that the laboratory recorded.' }
    : report.bytes;
  const log = logOf(logged, standing);
  const stands = standingOf(standing);
  const facts = { signature, bytes, log, standing: stands };
  const isBad = [signature, bytes, log].some(({ state }) => state === 'bad');
  const isGood =
    [bytes, log, stands].every(({ state }) => state === 'good') && (isOld || signature.state === 'good');
  const fallen = standing.known === 'issued' && standing.state !== 'current' ? standing.state : undefined;
  const isProved =
    standing.known === 'unasked' && [signature, bytes, log].every(({ state }) => state === 'good');
  const outcome = isBad ? 'refused' : (fallen ?? (isGood ? 'genuine' : isProved ? 'issued' : 'open'));
  return { outcome, title: TITLES[outcome], ...facts };
}

function logOf(logged: LogReport | undefined, standing: Standing): Fact {
  if (logged) return logged.log;
  if (standing.known === 'never issued') {
    return { state: 'bad', words: 'The laboratory’s log holds no certificate with this hash.' };
  }
  if (standing.known === 'unasked')
    return unknown('Without a proof it cannot be told whether the log holds it.');
  return unknown('The log does not tell of it yet.');
}

function standingOf(standing: Standing): Fact {
  if (standing.known === 'unasked') {
    return unknown(
      'Only the laboratory can tell whether it was replaced or withdrawn since: ask on its page.',
    );
  }
  if (standing.known === 'never issued') return unknown('Nothing stands or falls that was never issued.');
  const because = standing.reason ? ` Reason: ${standing.reason}` : '';
  if (standing.state === 'superseded')
    return { state: 'bad', words: `A newer revision has replaced it.${because}` };
  if (standing.state === 'retracted') return { state: 'bad', words: `The result was withdrawn.${because}` };
  return { state: 'good', words: 'Neither replaced nor withdrawn.' };
}
