import { describe, expect, it } from 'vitest';
import type { Fact, SignatureReport } from './certificate-check.ts';
import type { LogReport } from './log-check.ts';
import type { CertificateEntry } from './log-entry.ts';
import { judge, type Standing } from './verdict.ts';

const fact = (state: Fact['state']): Fact => ({ state, words: state });
const signed = (signature: Fact['state'], bytes: Fact['state']): SignatureReport => ({
  sha256: 'a'.repeat(64),
  isSigned: true,
  authority: null,
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
  logKey: null,
});
const issued = (state: 'current' | 'superseded' | 'retracted', isSigned = true): Standing => ({
  known: 'issued',
  state,
  isSigned,
});

describe('the verdict on a certificate is good only if four facts are good', () => {
  it('the verdict is good only if all four facts are good', () => {
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

  it('the verdict calls a genuine certificate replaced or withdrawn if it is; a forged one is only called forged', () => {
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

  it('the verdict refuses a file that was never issued, even with a valid signature', () => {
    const { outcome, log } = judge(signed('good', 'good'), undefined, { known: 'never issued' });
    expect([outcome, log.state]).toEqual(['refused', 'bad']);
  });

  it('without a connection, the verdict says only that the file was issued; without a proof, it is undecided', () => {
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

  it('the verdict never calls a certificate genuine by keys of another person that nobody has verified', () => {
    for (const compared of [
      { authority: false, log: false },
      { authority: true, log: false },
      { authority: false, log: true },
    ]) {
      const { outcome, signature, log } = judge(
        signed('good', 'good'),
        logged('good'),
        { known: 'unasked' },
        { compared },
      );
      expect([outcome, signature.state, log.state]).toEqual([
        'compare',
        compared.authority ? 'good' : 'unknown',
        compared.log ? 'good' : 'unknown',
      ]);
      const refused = judge(signed('bad', 'unknown'), logged('good'), { known: 'unasked' }, { compared });
      expect([refused.outcome, refused.log.words.includes('not shown to be the laboratory’s log')]).toEqual([
        'refused',
        !compared.log,
      ]);
    }
  });

  it('the verdict never calls a certificate genuine if the file of keys contains keys of others', () => {
    const foreign = { fingerprints: ['f'.repeat(64)], areAppended: false };
    for (const standing of [{ known: 'unasked' } as const, issued('current'), issued('superseded')]) {
      const { outcome, keys } = judge(signed('good', 'good'), logged('good'), standing, { foreign });
      expect([outcome, keys?.state, keys?.words]).toEqual(['keys', 'bad', expect.stringContaining('fff')]);
    }
    const refused = judge(signed('bad', 'good'), logged('good'), { known: 'unasked' }, { foreign });
    expect([refused.outcome, refused.keys?.state]).toEqual(['refused', 'bad']);
  });

  it('the verdict stays the same if the file of keys also has keys of other people', () => {
    const appended = { foreign: { fingerprints: ['f'.repeat(64)], areAppended: true } };
    for (const state of ['good', 'bad'] as const) {
      const parts = [signed(state, 'good'), logged('good'), { known: 'unasked' }] as const;
      const { keys, ...verdict } = judge(...parts, appended);
      expect(verdict).toEqual(judge(...parts));
      expect([keys?.state, keys?.words]).toEqual(['bad', expect.stringContaining('fff')]);
    }
  });

  it('the verdict refuses a certificate if the dates in file and log differ by more than a day', () => {
    const entry = { issued_at: '2026-10-30T10:00:00.000Z' } as CertificateEntry;
    const at = (signedAt: string) =>
      judge({ ...signed('good', 'good'), signedAt }, { ...logged('good'), entry }, { known: 'unasked' });
    expect(at('2026-10-31T10:00:00Z').outcome).toBe('issued');
    expect(at('2026-10-29T10:00:00Z').outcome).toBe('issued');
    for (const late of ['2026-10-31T10:00:01Z', '2026-10-29T09:59:59Z']) {
      const { outcome, signature } = at(late);
      expect([outcome, signature.words]).toEqual([
        'refused',
        `The file says that it was signed on ${late.slice(0, 10)}; the log says that it was issued on 2026-10-30.`,
      ]);
    }
  });

  it('the verdict says "every byte" only if the hash of the whole file is known', () => {
    const words = (log: Fact['state'] | undefined, standing: Standing) =>
      judge(signed('good', 'good'), log && logged(log), standing).bytes.words;
    expect(words('good', { known: 'unasked' })).toContain('Every byte');
    expect(words(undefined, issued('current'))).toContain('hash');
    expect(words(undefined, { known: 'never issued' })).toContain(
      'no file with exactly these bytes was issued',
    );
    for (const state of [undefined, 'bad'] as const) expect(words(state, { known: 'unasked' })).toBe('good');
  });

  it('a file without a signature gets the same verdict as a signed file if its entry is in the log', () => {
    const plain = { ...signed('bad', 'unknown'), isSigned: false };
    const entry = { issued_at: '2026-01-05T10:00:00.000Z', sha256: plain.sha256 } as CertificateEntry;
    const held = { ...logged('good'), entry };
    const unasked = { known: 'unasked' } as const;
    const verdict = judge(plain, held, unasked);
    expect([verdict.outcome, verdict.signature.state, verdict.bytes.state]).toEqual([
      'issued',
      'unknown',
      'good',
    ]);
    expect(verdict.bytes.words).toContain('the log holds this very file');
    // Without a checked log, or with other keys, the verdict is not good.
    for (const authority of [true, false]) {
      const strange = judge(plain, held, unasked, { compared: { authority, log: false } });
      expect([strange.outcome, strange.bytes.words]).toEqual([
        'compare',
        expect.stringContaining('whoever did that'),
      ]);
    }
    const foreign = { fingerprints: ['f'.repeat(64)], areAppended: false };
    expect(judge(plain, held, unasked, { foreign }).outcome).toBe('keys');
    for (const [report, log] of [
      // Without its signature the file has another hash, which is not in the log.
      [plain, { ...held, entry: { ...entry, sha256: 'b'.repeat(64) } }],
      [plain, logged('good')],
      [plain, logged('bad')],
      [plain, { ...held, log: fact('unknown') }],
      [plain, { ...held, log: fact('bad') }],
      [plain, undefined],
      [signed('bad', 'good'), held],
    ] as const)
      expect(judge(report, log, unasked).outcome).toBe('refused');
    expect(judge(plain, held, { known: 'never issued' }).outcome).toBe('refused');
  });

  it('if the proof or the log is of a newer version, the verdict asks for a newer program; it still refuses bad files', () => {
    const newer: LogReport = { ...logged('unknown'), isNewer: true };
    for (const [log, standing] of [
      [newer, { known: 'unasked' }],
      [newer, issued('current')],
      [logged('unknown'), { known: 'newer' }],
    ] as const) {
      const { outcome, title } = judge(signed('good', 'good'), log, standing);
      expect([outcome, title]).toEqual(['newer', expect.stringContaining('Made by a newer version: update')]);
      expect(judge(signed('bad', 'good'), log, standing).outcome).toBe('refused');
    }
    expect(judge(signed('good', 'good'), newer, issued('retracted')).outcome).toBe('retracted');
  });

  it('the verdict is undecided if the log contains the file and the laboratory does not know it', () => {
    const { outcome, standing } = judge(signed('good', 'good'), logged('good'), { known: 'never issued' });
    expect([outcome, standing.state, standing.words]).toEqual([
      'open',
      'unknown',
      expect.stringContaining('ask the laboratory'),
    ]);
  });

  it('if the proof is wrong, the verdict calls only the proof wrong, and not the certificate', () => {
    const { outcome, title } = judge(signed('good', 'good'), logged('bad'), { known: 'unasked' });
    expect([outcome, title]).toEqual(['refused', expect.stringContaining('the proof is not right')]);
    const forged = judge(signed('bad', 'unknown'), logged('bad'), { known: 'unasked' });
    expect(forged.title).toBe('Not a certificate as the laboratory issued it');
  });

  it('the verdict names the revision and the day if the log contains them', () => {
    const known = { ...issued('retracted'), revision: 2, since: '2026-11-22T10:00:00.000Z' } as Standing;
    expect(judge(signed('good', 'good'), logged('good'), known).standing.words).toBe(
      'The result was withdrawn on 2026-11-22.',
    );
  });

  it('an old certificate without a signature is checked by its recorded hash', () => {
    const old = judge(signed('bad', 'unknown'), logged('good'), issued('current', false));
    expect([old.outcome, old.signature.state, old.bytes.state]).toEqual(['genuine', 'unknown', 'good']);
    expect(judge(signed('bad', 'unknown'), logged('bad'), issued('current', false)).outcome).toBe('refused');
  });
});
