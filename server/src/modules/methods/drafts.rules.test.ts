import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Base,
  type Decision,
  type DraftState,
  decide,
  isSameBase,
  refuseDrafting,
} from './drafts.rules.ts';

const person = fc.constantFrom('ann', 'ben', 'cem');
const decision = fc.constantFrom<Decision>('approve', 'refuse', 'withdraw');
const base = fc.record({
  version: fc.nat(3),
  familyVersion: fc.option(fc.nat(2), { nil: null }),
});
const state = fc.constantFrom<DraftState>('open', 'approved', 'refused', 'withdrawn');

describe('only another person can decide about a draft', () => {
  it('only another person can approve or refuse an open draft; its author can withdraw it', () => {
    fc.assert(
      fc.property(state, base, base, person, person, decision, (was, made, now, author, viewerId, what) => {
        const after = decide({ ...made, state: was, byId: author }, what, { viewerId, now });
        const isOwn = author === viewerId;
        const may =
          was === 'open' &&
          isOwn === (what === 'withdraw') &&
          (what !== 'approve' || (made.version === now.version && made.familyVersion === now.familyVersion));
        const states = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' };
        expect(typeof after === 'string' ? after : null).toBe(may ? states[what] : null);
      }),
    );
  });

  it.each([
    ['the author approves', { byId: 'ben' }, 'approve', 'same_person'],
    ['the author refuses', { byId: 'ben' }, 'refuse', 'same_person'],
    ['another person withdraws', {}, 'withdraw', 'forbidden'],
    ['it was decided about', { state: 'refused' }, 'approve', 'wrong_state'],
    ['the template has another version', { version: 1 }, 'approve', 'stale_version'],
    ['the family has another version', { familyVersion: 3 }, 'approve', 'stale_version'],
  ] as const)('a decision about a draft is refused if %s', (_, change, what, code) => {
    const draft = { state: 'open' as DraftState, byId: 'ann', version: 0, familyVersion: 2, ...change };
    const answer = decide(draft, what, { viewerId: 'ben', now: { version: 0, familyVersion: 2 } });
    expect(typeof answer !== 'string' && answer.no).toBe(code);
  });
});

type Step =
  | { do: 'draft'; by: string; seen: number }
  | { do: Decision; by: string; which: number }
  | { do: 'release'; by: string };

/** A template and its drafts as a simple model. `release`: a new version of the software brings other lines. */
class Model {
  base: Base = { version: 0, familyVersion: 1 };
  drafts: (Base & { state: DraftState; byId: string; decidedBy: string | null })[] = [];

  apply(step: Step): void {
    if (step.do === 'release') {
      this.base = { version: this.base.version + 1, familyVersion: null };
      return;
    }
    if (step.do === 'draft') {
      const open = this.drafts.find(({ state: now }) => now === 'open');
      if (refuseDrafting(open, step.by) || step.seen !== this.base.version) return;
      if (open) Object.assign(open, { state: 'withdrawn', decidedBy: step.by });
      this.drafts.push({ ...this.base, state: 'open', byId: step.by, decidedBy: null });
      return;
    }
    const draft = this.drafts.at(-1 - step.which);
    if (!draft) return;
    const after = decide(draft, step.do, { viewerId: step.by, now: this.base });
    if (typeof after !== 'string') return;
    Object.assign(draft, { state: after, decidedBy: step.by });
    if (after === 'approved') this.base = { version: draft.version + 1, familyVersion: null };
  }
}

it('each approval adds one version of the template, and an author can never approve the own draft', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constant('draft' as const), by: person, seen: fc.nat(4) }),
    fc.record({ do: decision, by: person, which: fc.nat(1) }),
    { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), by: person }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const model = new Model();
      for (const each of steps) {
        const before = model.base;
        const approved = model.drafts.filter(({ state: now }) => now === 'approved').length;
        model.apply(each);
        const { base: now, drafts } = model;
        expect(now.version - before.version).toBeGreaterThanOrEqual(0);
        expect(now.version - before.version).toBeLessThanOrEqual(1);
        const isApproval = drafts.filter((draft) => draft.state === 'approved').length > approved;
        expect(isApproval || each.do === 'release').toBe(!isSameBase(before, now));
        expect(drafts.filter((draft) => draft.state === 'open').length).toBeLessThanOrEqual(1);
        for (const draft of drafts) {
          if (draft.state === 'approved' || draft.state === 'refused')
            expect(draft.decidedBy).not.toBe(draft.byId);
          if (draft.state === 'withdrawn') expect(draft.decidedBy).toBe(draft.byId);
        }
      }
    }),
  );
});
