import { joinedWords } from '@vialproof/contract/group-seats';
import type { GroupTest } from '@vialproof/contract/group-tests';
import { Facts } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { GroupBadge } from './funding';
import { PersonName } from './person-name';

/** The facts of a group, in a table. */
export function GroupFacts({ test }: { test: GroupTest }) {
  const { final_cost_per_user_cents: final } = test;
  const isEndedEarly = test.status === 'cancelled' && test.locked_at === null;
  return (
    <Facts
      items={[
        { label: 'Status', value: <GroupBadge test={test} /> },
        { label: 'Deadline', value: <Instant at={test.deadline_at} exact /> },
        { label: 'Participants', value: joinedWords(test) },
        { label: 'Test type', value: test.sku_name },
        { label: 'SKU', value: test.test_type, figures: true },
        {
          label: 'Final cost per person',
          value:
            final !== null ? <Money cents={final} /> : isEndedEarly ? '–' : 'Set when the group is locked',
        },
        {
          label: 'Organizer',
          value: <PersonName name={test.organizer} isStaff={test.organizer_is_staff} />,
        },
      ]}
    />
  );
}
