import type { RevisionState } from '@vialproof/contract/lab';
import type { Measurement } from '@vialproof/contract/results';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCurrentVersion, isOpen, stateAfter, submissionErrors, TRANSITIONS } from './revisions.ts';

const STATES: RevisionState[] = ['draft', 'in_review', 'published', 'superseded', 'retracted'];

describe('a revision goes only through allowed states', () => {
  it('a revision can reach every state, and never leaves its two final states', () => {
    const reached = new Set<RevisionState | null>([null]);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const move of TRANSITIONS) if (reached.has(move.from)) reached.add(move.to);
    }
    expect([...reached].filter(Boolean).toSorted()).toEqual(STATES.toSorted());
    expect(TRANSITIONS.filter(({ from }) => from === 'superseded' || from === 'retracted')).toEqual([]);
  });

  it('only a revision in review can be published', () => {
    const from = [null, ...STATES].filter((state) => stateAfter(state, 'published'));
    expect(from).toEqual(['in_review']);
  });

  it('a published revision is never opened again', () => {
    const events = fc.array(fc.constantFrom(...TRANSITIONS.map(({ event }) => event)), { maxLength: 20 });
    fc.assert(
      fc.property(events, (sequence) => {
        let state: RevisionState | null = null;
        let wasPublished = false;
        for (const event of sequence) {
          state = stateAfter(state, event) ?? state;
          wasPublished ||= state === 'published';
          if (wasPublished && state) expect(isOpen(state)).toBe(false);
        }
      }),
    );
  });
});

describe('a draft can be submitted only if all required parts and reasons are there', () => {
  it('an incomplete draft is refused with a list of the missing parts', () => {
    const paths = submissionErrors({ title: '', measurements: [] }, null, []).map(({ path }) => path);
    expect(paths).toEqual(['title', 'measurements']);
  });

  it('a line with a number needs an uncertainty if a guard band was agreed', () => {
    const line: Measurement = {
      analyte: 'A',
      method: 'M',
      value: 99,
      unit: '%',
      limit: '',
      verdict: 'pass',
      rule: { kind: 'at_least', of: 'value', limit: 98 },
      decision_rule: 'guard_band',
    };
    const paths = (change: Partial<Measurement>) =>
      submissionErrors({ title: 'T', measurements: [{ ...line, ...change }] }, null, []).map(
        ({ path }) => path,
      );
    expect(paths({})).toEqual(['measurements.0.uncertainty']);
    expect(paths({ uncertainty: { basis: 'budget', U: 0.4 } })).toEqual([]);
    expect(paths({ value: 'ND', qualifier: 'ND' })).toEqual([]);
    expect(paths({ value: 'conforms' })).toEqual([]);
    expect(paths({ rule: { kind: 'absent' } })).toEqual([]);
  });

  it('a reason is needed if repeated values differ by more than the method allows', () => {
    const computed = { n: 2, mean: 9, rsd_percent: 3.2, percent_of_claim: null, mass: null, verdict: null };
    const line: Measurement = {
      analyte: 'A',
      method: 'M',
      value: 9,
      unit: '',
      limit: '',
      verdict: null,
      computed,
    };
    const errors = (most: number, deviations?: string) =>
      submissionErrors(
        { title: 'T', measurements: [{ ...line, max_rsd_percent: most }], deviations },
        null,
        [],
      );
    expect(errors(2)).toEqual([
      {
        path: 'measurements.0.replicates',
        message: 'The replicates have an RSD of 3.20 %, and the method allows 2 %: record the deviation.',
      },
    ]);
    expect([errors(3.2), errors(2, 'The vial was inhomogeneous.')]).toEqual([[], []]);
  });

  it('each injection must be reported or have a reason, and the reported one must raise no doubt', () => {
    const draft = {
      title: 'T',
      measurements: [
        { analyte: 'A', method: 'M', value: 1, unit: '%', limit: '', verdict: null },
      ] satisfies Measurement[],
    };
    const injection = (change: object) => ({
      id: 'i',
      fileName: 'run.csv',
      isUsed: false,
      reason: null,
      doubts: [],
      wantsTime: false,
      ...change,
    });
    const messages = (change: object) =>
      submissionErrors(draft, null, [injection(change)]).map(({ path, message }) => `${path}: ${message}`);
    expect(messages({})).toEqual(['injections.i: Say why run.csv is not used.']);
    expect(messages({ reason: 'Air bubble.' })).toEqual([]);
    expect(messages({ isUsed: true })).toEqual([]);
    expect(messages({ isUsed: true, doubts: ['before_receipt'] })).toEqual([
      'injections.i: run.csv was injected before the sample was received. A reviewer has to allow it.',
    ]);
    expect(messages({ isUsed: true, wantsTime: true })).toEqual([
      'injections.i: Type when run.csv was injected, or say why nobody knows it.',
    ]);
    // An unused injection may be doubtful.
    expect(messages({ reason: 'Of last year.', doubts: ['before_receipt'] })).toEqual([]);
  });

  it('a save is accepted only for the version that the client saw', () => {
    expect(isCurrentVersion(0, undefined)).toBe(true);
    expect(isCurrentVersion(1, undefined)).toBe(false);
    expect(isCurrentVersion(0, 0)).toBe(true);
    expect(isCurrentVersion(2, 3)).toBe(false);
  });
});
