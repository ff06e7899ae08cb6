import { neededBy } from '@vialproof/contract/group-seats';
import type { GroupTest, GroupViewer, GroupVolunteer } from '@vialproof/contract/group-tests';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { groupDetail } from '../../testing/answers';
import { CostDetails, CostPanel } from './cost-panel';
import { GroupCard } from './group-card';
import { GroupFacts } from './group-facts';
import { standing, statusWord, timeLeft } from './words';

const GROUP: GroupTest = {
  id: '00000000-0000-4000-8000-000000000000',
  title: 'Retatrutide 30 mg',
  description: '',
  test_type: 'retatrutide',
  sku_name: 'Retatrutide',
  deadline_at: '2026-12-01T12:00:00.000Z',
  min_participants: 8,
  target_participants: 15,
  est_test_cost_cents: 30_000,
  est_shipping_cents: 4000,
  est_vial_cost_cents: 0,
  is_public: true,
  status: 'open',
  phase: null,
  joined_count: 3,
  final_cost_per_user_cents: null,
  cost_cents: 34_000,
  cost_at_min_cents: 4250,
  cost_at_target_cents: 2267,
  organizer: 'Quiet Heron',
  organizer_is_staff: false,
  created_at: '2026-11-24T12:00:00.000Z',
  locked_at: null,
  suspended_until: null,
  open_shares: [],
  request_id: null,
};

const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
    .replace(/ ([.,])/g, '$1');
const card = (change: Partial<GroupTest>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <GroupCard test={{ ...GROUP, ...change }} />
    </MemoryRouter>,
  );
const cost = (change: Partial<GroupTest>, viewer?: GroupViewer) =>
  words(renderToStaticMarkup(<CostPanel test={{ ...GROUP, ...change }} viewer={viewer} />));

describe('a group in the list shows its state in short', () => {
  it('a group links to its page, and shows seats, minimum, and the share at the minimum and when full', () => {
    const html = card({});
    expect(html).toContain('href="/group-tests/00000000-0000-4000-8000-000000000000"');
    expect(html).toContain('style="width:20%"');
    expect(words(html)).toMatch(
      /3 of 15 joined minimum 8 .*Each at minimum \$42\.50 Each when full \$22\.67/,
    );
  });

  it('a group whose shares are fixed shows its final cost and the share that nobody pays', () => {
    const html = card({
      status: 'suspended',
      locked_at: '2026-12-01T12:00:00.000Z',
      final_cost_per_user_cents: 2267,
      open_shares: [{ amount_cents: 2266 }],
    });
    expect(words(html)).toMatch(/Each pays \$22\.67 Share to take \$22\.66/);
  });

  it('a group shows the time that is left in days, hours or minutes', () => {
    const left = (hours: number) => timeLeft('2026-12-01T12:00:00Z', Date.UTC(2026, 11, 1, 12 - hours));
    expect([168, 75, 48, 47, 2, 0, -1].map(left)).toEqual([
      '7 days left',
      '3 days left',
      '2 days left',
      '47 hours left',
      '2 hours left',
      null,
      null,
    ]);
    expect(timeLeft('2026-12-01T12:00:00Z', Date.UTC(2026, 11, 1, 11, 59, 40))).toBe('1 minute left');
    // Two times of ten minutes ago: a deadline in seven days, and one in five hours.
    expect(timeLeft('2026-12-01T12:00:00Z', Date.UTC(2026, 10, 24, 12, 10))).toBe('7 days left');
    expect(timeLeft('2026-12-01T12:00:00Z', Date.UTC(2026, 11, 1, 7, 10))).toBe('5 hours left');
  });
});

describe('the cost per member of a group depends on the number of members', () => {
  it('the cost per member falls when people join beyond the minimum', () => {
    expect(cost({ joined_count: 8 })).toContain(
      'You pay at most $42.50 and $22.67 when every seat is taken. More only if you agree to cover the gap.',
    );
    expect(cost({ joined_count: 9 })).toContain(
      'You pay at most $42.50, with 9 people $37.78 and $22.67 when every seat is taken.',
    );
    expect(cost({ joined_count: 12 })).toContain('with 12 people $28.34');
  });

  it('the page does not ask for an agreement from a member who has agreed', () => {
    const { viewer } = groupDetail({}, { viewer: { gap: { most_cents: 25_500, agreed_cents: 25_500 } } });
    const said = cost({ target_participants: 8 }, viewer);
    expect(said).toContain('You pay at most $42.50. More only if the gap stays.');
    expect(said).toContain('You agreed to pay up to $255.00.');
    expect(said).not.toContain('only if you agree');
  });

  it('the page explains the cost if too few people join, and what the cost consists of', () => {
    const said = words(renderToStaticMarkup(<CostDetails test={GROUP} />));
    expect(said).toContain(
      'With fewer than 8 at the deadline, members who did not agree pay $42.50. Those who agreed split the rest',
    );
    expect(said).toMatch(/Test \$300\.00 Shipping \$40\.00 Vial \$0\.00 Together \$340\.00/);
  });
});

describe('a group says in words how far it is', () => {
  const said = (change: Partial<GroupTest>) =>
    standing({ test: { ...GROUP, ...change }, members: [], volunteers: [], events: [] });

  it('a group says how many people are missing: the minimum minus the members, never below 0', () => {
    expect([3, 7, 8, 9].map((joined_count) => neededBy({ ...GROUP, joined_count }))).toEqual([5, 1, 0, 0]);
    expect(said({})).toBe('5 people still needed before the deadline.');
    expect(said({ joined_count: 7 })).toBe('1 person still needed before the deadline.');
    expect(said({ joined_count: 8 })).toMatch(/^Enough have joined\./);
  });

  it('until the shares are fixed, the facts of a group repeat how many people are needed', () => {
    const facts = (change: Partial<GroupTest>) =>
      words(renderToStaticMarkup(<GroupFacts test={{ ...GROUP, ...change }} />));
    for (const target of [3, 5]) {
      const two = { joined_count: 2, min_participants: 3, target_participants: target };
      expect(facts(two)).toContain(`2 of ${target} joined, 1 person still needed`);
      expect(said(two)).toBe('1 person still needed before the deadline.');
    }
    for (const change of [
      { joined_count: 8 },
      { locked_at: '2026-12-01T12:00:00.000Z', status: 'progress' },
      { status: 'cancelled' },
    ] as const) {
      expect(facts(change)).not.toContain('needed');
    }
  });

  it('a group with an unpaid share says that it must be paid within 24 hours', () => {
    const locked = { status: 'suspended', locked_at: '2026-12-01T12:00:00.000Z' } as const;
    expect(said({ ...locked, open_shares: [{ amount_cents: 2266 }] })).toBe(
      'A share of $22.66 was not paid. Whoever takes it has 24 hours to pay it.',
    );
    expect(said({ status: 'suspended' })).toMatch(/^The deadline passed with 5 people too few\./);
  });

  it('once everything is paid, the page asks the sender for the vial, and names the sender to others', () => {
    const test: GroupTest = { ...GROUP, status: 'progress', phase: 'testing', locked_at: GROUP.deadline_at };
    const volunteers = [{ is_sender: true, display_name: 'Dusky Puffin 6449' } as GroupVolunteer];
    const group = { test, members: [], events: [] };
    const as = (viewer: object) => ({ viewer: viewer as GroupViewer });
    expect(standing({ ...group, volunteers, ...as({ is_sender: true }) })).toBe(
      'Everything is paid. You send the vial.',
    );
    for (const [chosen, name] of [
      [volunteers, 'Dusky Puffin 6449'],
      [[], 'Quiet Heron'],
    ] as const)
      expect(standing({ ...group, volunteers: [...chosen], ...as({ is_sender: false }) })).toBe(
        `Everything is paid. ${name} sends the vial to the laboratory, and the result follows.`,
      );
    const sent = { is_sender: true, request: { sample_tracking_number: '1Z 999' } };
    expect(standing({ ...group, volunteers, ...as(sent) })).toMatch(
      /^Everything is paid\. The vial is on its way/,
    );
  });

  it('the badge shows the state in one word', () => {
    const word = (change: Partial<GroupTest>) => statusWord({ ...GROUP, ...change });
    expect([
      word({}),
      word({ status: 'last_moment' }),
      word({ status: 'progress', phase: 'collecting' }),
      word({ status: 'progress', phase: 'testing' }),
      word({ status: 'complete' }),
    ]).toEqual(['OPEN', 'LAST MOMENT', 'COLLECTING PAYMENTS', 'IN PROGRESS', 'COMPLETE']);
  });
});
