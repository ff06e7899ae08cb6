import { describe, expect, it } from 'vitest';
import type { Fact, SignatureReport } from './certificate-check.ts';
import type { LogReport } from './log-check.ts';
import { judge, type Standing } from './verdict.ts';

const fact = (state: Fact['state']): Fact => ({ state, words: state });
const signed = (signature: Fact['state'], bytes: Fact['state']): SignatureReport => ({
  sha256: 'a'.repeat(64),
  signature: fact(signature),
  bytes: fact(bytes),
  signer: null,
  signedAt: null,
});
const logged = (state: Fact['state']): LogReport => ({
  log: fact(state),
  entry: null,
  index: null,
  checkpointSize: null,
});
const issued = (state: 'current' | 'superseded' | 'retracted', isSigned = true): Standing => ({
  known: 'issued',
  state,
  isSigned,
});

describe('a verdict', () => {
  it('is good only when all four facts are', () => {
    const states = ['good', 'bad', 'unknown'] as const;
    for (const signature of states)
      for (const bytes of states)
        for (const log of states) {
          const { outcome } = judge(signed(signature, bytes), logged(log), issued('current'));
          const all = [signature, bytes, log];
          const expected = all.includes('bad') ? 'refused' : all.includes('unknown') ? 'open' : 'genuine';
          expect([all, outcome]).toEqual([all, expected]);
        }
  });

  it('says of a genuine one that it was replaced or withdrawn, and of a forged one only that it is forged', () => {
    const superseded = judge(signed('good', 'good'), logged('good'), {
      ...issued('superseded'),
      reason: 'A unit.',
    } as Standing);
    expect([superseded.outcome, superseded.standing.words]).toEqual([
      'superseded',
      'A newer revision has replaced it. Reason: A unit.',
    ]);
    expect(judge(signed('good', 'good'), logged('good'), issued('retracted')).outcome).toBe('retracted');
    expect(judge(signed('good', 'bad'), logged('good'), issued('retracted')).outcome).toBe('refused');
  });

  it('refuses what was never issued, however well it is signed', () => {
    const { outcome, log } = judge(signed('good', 'good'), undefined, { known: 'never issued' });
    expect([outcome, log.state]).toEqual(['refused', 'bad']);
  });

  it('says without a connection that it was issued, and stays open without a proof', () => {
    expect(judge(signed('good', 'good'), logged('good'), { known: 'unasked' })).toMatchObject({
      outcome: 'issued',
      standing: { state: 'unknown' },
    });
    expect(judge(signed('good', 'bad'), logged('good'), { known: 'unasked' }).outcome).toBe('refused');
    expect(judge(signed('good', 'good'), undefined, { known: 'unasked' })).toMatchObject({
      outcome: 'open',
      log: { state: 'unknown' },
    });
  });

  it('takes the recorded hash for the signature of a certificate from before there were any', () => {
    const old = judge(signed('bad', 'unknown'), logged('good'), issued('current', false));
    expect([old.outcome, old.signature.state, old.bytes.state]).toEqual(['genuine', 'unknown', 'good']);
    expect(judge(signed('bad', 'unknown'), logged('bad'), issued('current', false)).outcome).toBe('refused');
  });
});
