import { joinedWords } from '@vialproof/contract/group-seats';
import type { GroupTest } from '@vialproof/contract/group-tests';
import { Facts } from '../../ui/data-table';
import { Instant, Money } from '../../ui/figures';
import { PersonName } from './person-name';

/** The facts of a group, in a table. Its status is the badge above the title. */
export function GroupFacts({ test }: { test: GroupTest }) {
  const { final_cost_per_user_cents: final } = test;
  const isEndedEarly = test.status === 'cancelled' && test.locked_at === null;
  return (
    <Facts
      items={[
        { label: 'Deadline', value: <Instant at={test.deadline_at} exact /> },
        { label: 'Participants', value: joinedWords(test) },
        // The name of many tests is the SKU in capitals.
        {
          label: 'Test type (SKU)',
          value:
            test.sku_name.toLowerCase() === test.test_type
              ? test.sku_name
              : `${test.sku_name} (${test.test_type})`,
        },
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
