import { CRAFTED } from '@vialproof/science/chromatography/readers/crafted-files.fixture';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { describe, expect, it } from 'vitest';
import { workers } from '../../../testing/chromatogram-threads.ts';

describe('threads read large and malicious chromatogram files', () => {
  it('a thread refuses malicious files with less than 100 MB of memory', async () => {
    const { ask, warnings } = workers({ memoryMb: 100, filesAtOnce: 1 });
    for (const [what, file, message] of CRAFTED) {
      const done = await ask({ kind: 'read', bytes: file() });
      expect([what, done]).toEqual([what, expect.objectContaining({ ok: false, message })]);
    }
    expect(warnings).toEqual([]);
  });

  it('the server answers requests while a thread integrates a chromatogram of 200,000 points', async () => {
    const { ask } = workers();
    const bytes = new TextEncoder().encode(traceAsCsv(syntheticTrace({ seed: 'large', points: 200_000 })));
    let turns = 0;
    let isReading = true;
    const turn = () => {
      turns += 1;
      if (isReading) setImmediate(turn);
    };
    turn();
    await ask({ kind: 'read', bytes });
    isReading = false;
    // If the server read the file in its own thread, it could hardly do anything else meanwhile.
    expect(turns).toBeGreaterThan(1000);
  });
});
