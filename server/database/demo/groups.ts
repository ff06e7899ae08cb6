import type { Call } from './calls.ts';

const DAY_MS = 86_400_000;

type DemoGroup = {
  title: string;
  description: string;
  sku: string;
  cents: number;
  min: number;
  target: number;
  days: number;
  /** The members, each by the part of the demo address before the @. */
  members: string[];
  volunteer?: { who: string; note: string };
};

/** A group in each state that needs no waiting. */
const GROUPS: DemoGroup[] = [
  {
    title: 'Retatrutide 30 mg, autumn batch',
    description: 'All vials come from the same kit, with a grey cap. Label claim 30 mg.',
    sku: 'retatrutide',
    cents: 30_000,
    min: 8,
    target: 15,
    days: 6,
    members: ['customer', 'second', 'analyst'],
    volunteer: { who: 'second', note: 'I have ten vials of it, kept at 4 °C since they came.' },
  },
  {
    title: 'Semaglutide 5 mg: is it what the label says?',
    description: 'Two of us had the same doubt. A third is welcome.',
    sku: 'semaglutide',
    cents: 30_000,
    min: 3,
    target: 4,
    days: 1.5,
    members: ['second', 'analyst'],
  },
  {
    title: 'BPC-157 10 mg from one order',
    description: 'Ordered together, tested together.',
    sku: 'bpc-157',
    cents: 18_000,
    min: 2,
    target: 2,
    days: 5,
    members: ['customer', 'second'],
  },
];

/** Makes the groups through the API. */
export async function seedDemoGroups(as: (who: string) => Call, now: Date): Promise<void> {
  const organizer = as('customer');
  for (const group of GROUPS) {
    const path = `/api/group-tests/${await organize(organizer, group, now)}`;
    if (group.volunteer) {
      const { who, note } = group.volunteer;
      await as(who)('POST', `${path}/volunteer`, { note });
    }
    for (const who of group.members) await as(who)('POST', `${path}/join`, { action: 'join' });
  }
}

async function organize(organizer: Call, group: DemoGroup, now: Date): Promise<string> {
  const { test } = await organizer<{ test: { id: string } }>('POST', '/api/group-tests', {
    title: group.title,
    description: group.description,
    test_type: group.sku,
    deadline_at: new Date(now.getTime() + group.days * DAY_MS).toISOString(),
    min_participants: group.min,
    target_participants: group.target,
    est_test_cost_cents: group.cents,
    est_shipping_cents: 4000,
    est_vial_cost_cents: 0,
    is_public: true,
  });
  return test.id;
}
