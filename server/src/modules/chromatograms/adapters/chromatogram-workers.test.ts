import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { describe, expect, it } from 'vitest';
import { workers } from '../../../testing/chromatogram-threads.ts';

const CSV = new TextEncoder().encode(traceAsCsv(syntheticTrace({ seed: 'thread', points: 500 })));
const program = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const WORK = 'export const work = (piece) => { ';
const ANSWER = 'return { done: { ok: true, kind: piece.kind } }; };';

describe('threads of their own read chromatogram files', () => {
  it('a thread reads valid files, and refuses invalid ones', async () => {
    const { ask } = workers();
    const both = await Promise.all([
      ask({ kind: 'read', bytes: CSV }),
      ask({ kind: 'read', bytes: new TextEncoder().encode('%PDF-1.7') }),
    ]);
    expect(both).toMatchObject([
      {
        ok: true,
        points: 500,
        format: 'csv',
        limitsBy: 'proposal',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { ok: false, message: 'This is a PDF, not text.' },
    ]);
  });

  it.each([
    ['takes too long', `${WORK} if (piece.bytes[0] === 1) for (;;); ${ANSWER}`, 'it takes too long'],
    [
      'throws outside its work',
      `${WORK} if (piece.bytes[0] === 1) { setImmediate(() => { throw new Error('x'); }); return new Promise(() => {}); } ${ANSWER}`,
      'the reader broke off',
    ],
    [
      'ends by itself',
      `${WORK} if (piece.bytes[0] === 1) { process.exit(1); } ${ANSWER}`,
      'it takes too long',
    ],
    [
      'needs too much memory',
      `${WORK} if (piece.bytes[0] === 1) { const all = []; for (;;) all.push(new Array(10_000).fill(Math.random())); } ${ANSWER}`,
      'it needs too much memory',
    ],
  ])('if a thread %s, its file is refused, and a new thread starts', async (_, code, words) => {
    const { ask, warnings } = workers({
      program: program(code),
      timeoutMs: 5_000,
      memoryMb: 32,
      filesAtOnce: 1,
    });
    const [bad, good] = await Promise.all([
      ask({ kind: 'read', bytes: Uint8Array.of(1) }),
      ask({ kind: 'read', bytes: Uint8Array.of(2) }),
    ]);
    expect(bad).toMatchObject({ ok: false, message: `The file could not be read: ${words}.` });
    expect(good).toEqual({ ok: true, kind: 'read' });
    expect(warnings).toHaveLength(1);
  });

  it('a file whose reading never ends does not delay other files or web pages', async () => {
    const code = `${WORK} if (piece.bytes?.[0] === 1) for (;;); ${ANSWER}`;
    const { ask, close } = workers({ program: program(code), timeoutMs: 3_600_000 });
    const hanging = ask({ kind: 'read', bytes: Uint8Array.of(1) }).catch((error: Error) => error.message);
    const read = () => ask({ kind: 'read', bytes: Uint8Array.of(2) });
    const done = await Promise.all([read(), read(), read(), ask({ kind: 'draw', trace: Uint8Array.of(3) })]);
    expect(done).toEqual(['read', 'read', 'read', 'draw'].map((kind) => ({ ok: true, kind })));

    // Two files whose reading never ends delay the third file, but no page.
    const second = ask({ kind: 'read', bytes: Uint8Array.of(1) }).catch((error: Error) => error.message);
    const third = read().catch((error: Error) => error.message);
    expect(await ask({ kind: 'baseline', trace: Uint8Array.of(3) })).toEqual({ ok: true, kind: 'baseline' });
    await close();
    for (const ended of [hanging, second, third]) expect(await ended).toContain('closed');
  });

  it('an error in our own code is thrown; after the threads are closed, new files are refused', async () => {
    const code = `${WORK} return { complaint: 'a mistake' }; };`;
    const { ask, close } = workers({ program: program(code) });
    await expect(ask({ kind: 'read', bytes: CSV })).rejects.toThrow('a mistake');
    await close();
    await expect(ask({ kind: 'read', bytes: CSV })).rejects.toThrow('closed');
  });
});
