import type { LabRequest } from '@vialproof/contract/lab';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from './draft-fields';
import { emptyRow } from './measurement-text';
import { saysOf } from './section-words';

const of = (part: object) => part as LabRequest;
const injection = (used: boolean, time_source: 'file' | 'not_recorded') => ({ used, time_source });

describe('a closed section has words in its heading', () => {
  it('a closed section says how many lines it has, and how many of them have no value', () => {
    const fields = (values: string[]) => ({
      ...fieldsOf(null),
      measurements: [...values.map((value) => ({ ...emptyRow, analyte: 'Purity', value })), emptyRow],
    });
    expect(saysOf.lines(fields(['99.1', '', '']))).toBe('3 lines, 2 without value');
    expect(saysOf.lines(fields(['99.1']))).toBe('1 line');
    expect(saysOf.lines(fields([]))).toBe('No line yet');
  });

  it('a closed section sums up its content, or says that it is empty', () => {
    const photos = (n: number, proposal: object | null = null) =>
      saysOf.photos(of({ photos: Array.from({ length: n }, () => ({ proposal })) }));
    expect([0, 1, 3].map((n) => photos(n))).toEqual(['No photo yet', '1 photo', '3 photos']);
    expect(photos(2, {})).toBe('2 photos, a redaction waits for a second person');
    expect(saysOf.injections([injection(true, 'file'), injection(false, 'not_recorded')])).toBe(
      '1 of 2 reported',
    );
    expect(saysOf.injections([injection(true, 'not_recorded')])).toBe(
      '1 of 1 reported, time of injection not recorded',
    );
    expect(saysOf.attachments(of({ draft: null }))).toBe('No file');
    expect(saysOf.trace(of({ draft: { chromatogram: { peaks: [1, 2], purity_percent: 98.612 } } }))).toBe(
      '2 peaks, main peak 98.61 %',
    );
    expect(saysOf.steps(of({ steps: [{ what: 'created' }, { what: 'result.saved' }] }))).toBe(
      '2 steps, the last: draft saved',
    );
    const request = { compound_name: 'BPC-157', manufacturer: null, batch_code: 'T-1', notes: 'x' };
    expect(saysOf.sample(of({ request }))).toBe('BPC-157 · T-1 · with notes');
    expect(saysOf.revisions(of({ revisions: [{ state: 'published' }] }))).toBe(
      '1 revision, the newest published',
    );
  });
});
