import { useQuery } from '@tanstack/react-query';
import type { MethodAuthorisation } from '@vialproof/contract/authorisations';
import type { StaffMember } from '@vialproof/contract/staff';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { DataTable } from '../../../ui/data-table';
import { Dialog } from '../../../ui/dialog';
import { QueryView } from '../../../ui/query-view';
import { Skeleton } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { Panel } from '../../panel';
import { staffQuery } from '../../queries';
import { PeopleList } from './people-list';
import { authorisationsQuery, useAuthorise } from './queries';

type People = MethodAuthorisation['measure'];

/** The people in the list of checkboxes: the staff, and people in the list who have left, so that an admin can remove them. */
const listedOf = (staff: StaffMember[], list: People) => [
  ...staff.map(({ id, display_name, role }) => ({ id, display_name, role })),
  ...(list ?? []).filter((person) => !staff.some(({ id }) => id === person.id)),
];

const idsOf = (list: People) => list?.map(({ id }) => id) ?? null;

function Choose({ of, onClose }: { of: MethodAuthorisation; onClose: () => void }) {
  const staff = useQuery(staffQuery);
  const [measure, setMeasure] = useState(idsOf(of.measure));
  const [release, setRelease] = useState(idsOf(of.release));
  const change = useAuthorise();
  const save = () =>
    change.mutate(
      { method: of.method, measure, release },
      {
        onSuccess: () => {
          notify.success('Saved.');
          onClose();
        },
      },
    );
  return (
    <QueryView query={staff} skeleton={<Skeleton className="h-40" />}>
      {(people) => (
        <div className="grid gap-6">
          <p>What was handed in or published already stands. Sending back is not restricted.</p>
          <PeopleList
            legend="Measures: enters results and hands them in"
            everybody="Everybody at the bench"
            nobody="Nobody could enter results by this method."
            people={listedOf(people, of.measure)}
            chosen={measure}
            onChange={setMeasure}
          />
          <PeopleList
            legend="Releases: publishes results"
            everybody="Every reviewer and admin"
            nobody="Nobody could publish a result by this method."
            people={listedOf(
              people.filter(({ role }) => role !== 'analyst'),
              of.release,
            )}
            chosen={release}
            onChange={setRelease}
          />
          {measure || release ? (
            <p className="text-ink-soft text-sm">
              While a method is restricted, a result names only methods of its test’s template.
            </p>
          ) : null}
          <StepError error={change.error} />
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <Button variant="secondary" size="large" onClick={onClose}>
              Back
            </Button>
            <Button size="large" busy={change.isPending} onClick={save}>
              {change.isPending ? 'Saving…' : 'Save'}
            </Button>
          </div>
        </div>
      )}
    </QueryView>
  );
}

const names = (list: People, everybody: string) =>
  list === null ? everybody : list.map((person) => person.display_name).join(', ') || 'Nobody';

/** Who may enter and who may release results of each method. Everybody may, until an admin restricts the method. */
export function Authorisations() {
  const query = useQuery(authorisationsQuery);
  const [chosen, setChosen] = useState<MethodAuthorisation | null>(null);
  return (
    <Panel title="Who measures and releases by what">
      <QueryView query={query} skeleton={<Skeleton className="h-40" />}>
        {(all) => (
          <DataTable
            caption="Who measures and releases by what"
            rows={all}
            rowKey={({ method }) => method}
            columns={[
              {
                header: 'Method',
                cell: ({ method }) => <span className="wrap-anywhere font-medium">{method}</span>,
              },
              {
                header: 'Measures',
                cell: ({ measure }) => <span className="wrap-anywhere">{names(measure, 'Everybody')}</span>,
              },
              {
                header: 'Releases',
                cell: ({ release }) => (
                  <span className="wrap-anywhere">{names(release, 'Every reviewer and admin')}</span>
                ),
              },
              {
                header: 'Change',
                cell: (each) => (
                  <Button variant="secondary" size="small" onClick={() => setChosen(each)}>
                    Change<span className="sr-only">{` who measures and releases by ${each.method}`}</span>
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryView>
      <Dialog open={chosen !== null} onClose={() => setChosen(null)} title={chosen?.method ?? ''}>
        {chosen ? <Choose key={chosen.method} of={chosen} onClose={() => setChosen(null)} /> : null}
      </Dialog>
    </Panel>
  );
}
