import { describe, expect, it } from 'vitest';
import { GROUP_STATES, type GroupTransition, stateAfter, wireStatus } from './states.ts';

describe('a group goes only through allowed states', () => {
  const transitions: GroupTransition[] = [
    'gap_left',
    'locked',
    'given_up',
    'share_dropped',
    'all_paid',
    'completed',
    'retracted',
    'cancelled',
  ];

  it('a group can reach every state, and stays cancelled after it was cancelled', () => {
    const reached = new Set<string>(['open']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const state of GROUP_STATES) {
        if (!reached.has(state)) continue;
        for (const transition of transitions) {
          const next = stateAfter(state, transition);
          if (next) reached.add(next);
        }
      }
    }
    expect([...reached].sort()).toEqual([...GROUP_STATES].sort());
    for (const transition of transitions) expect(stateAfter('cancelled', transition)).toBeUndefined();
  });

  it('the laboratory gets no test of a group before all shares are paid', () => {
    for (const state of GROUP_STATES) {
      for (const transition of transitions) {
        if (stateAfter(state, transition) !== 'testing') continue;
        expect(['all_paid', 'retracted']).toContain(transition);
      }
    }
  });

  it('in the last 48 hours before its deadline, an open group is shown as last_moment', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    expect(wireStatus('open', inHours(49), now).status).toBe('open');
    expect(wireStatus('open', inHours(48), now).status).toBe('last_moment');
    expect(wireStatus('gap', inHours(-1), now).status).toBe('suspended');
    expect(wireStatus('collecting', now, now)).toEqual({ status: 'progress', phase: 'collecting' });
    expect(wireStatus('testing', now, now)).toEqual({ status: 'progress', phase: 'testing' });
  });
});
