import { describe, expect, it } from 'vitest';
import { defaults, localMoment, readForm } from './new-group';

const now = new Date('2026-11-21T12:00:00Z');
const filled = { ...defaults(now), title: 'A group', testType: 'semaglutide' };

describe('the form of a new group checks its input', () => {
  it('the form starts with the defaults of the specification', () => {
    expect(readForm(filled, now)).toMatchObject({
      body: {
        min_participants: 15,
        target_participants: 15,
        est_test_cost_cents: 30_000,
        est_shipping_cents: 4000,
        est_vial_cost_cents: 0,
        is_public: true,
      },
    });
    const deadline = new Date(filled.deadline).getTime();
    expect(deadline - now.getTime()).toBe(7 * 86_400_000);
  });

  it('the form needs a title, a deadline and a minimum of people', () => {
    expect(readForm({ ...filled, title: '  ', deadline: '', min: 'many' }, now)).toEqual({
      errors: {
        title: 'Please enter a title.',
        deadline: 'Please pick a deadline.',
        min: 'Please enter a number.',
      },
    });
    expect(readForm({ ...filled, min: '4', target: '' }, now)).toMatchObject({
      body: { min_participants: 4, target_participants: 4 },
    });
  });

  it('the form refuses a deadline that is less than an hour away', () => {
    const deadline = (ms: number) => localMoment(new Date(now.getTime() + ms));
    expect(readForm({ ...filled, deadline: deadline(59 * 60_000) }, now)).toEqual({
      errors: { deadline: 'The deadline must be at least one hour ahead.' },
    });
    expect(readForm({ ...filled, deadline: deadline(60 * 60_000) }, now)).toHaveProperty('body');
  });

  it('the form writes a date and time like the date control of the browser', () => {
    const at = new Date(2026, 10, 21, 9, 5);
    expect(localMoment(at)).toBe('2026-11-21T09:05');
  });
});
