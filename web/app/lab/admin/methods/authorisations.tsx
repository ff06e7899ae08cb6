import { useQuery } from '@tanstack/react-query';
import type { MethodAuthorisation } from '@vialproof/contract/authorisations';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/choices';
import { DataTable } from '../../../ui/data-table';
import { Dialog } from '../../../ui/dialog';
import { QueryView } from '../../../ui/query-view';
import { Skeleton } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { notify } from '../../../ui/toast';
import { Panel } from '../../panel';
import { staffQuery } from '../../queries';
import { authorisationsQuery, useAuthorise } from './queries';

/** Who is on the list and no longer at the laboratory: they enter nothing, and may be taken off it. */
const leftOf = ({ people }: MethodAuthorisation, staff: { id: string }[]) =>
  (people ?? [])
    .filter((person) => !staff.some(({ id }) => id === person.id))
    .map((person) => ({ ...person, role: undefined }));

function Choose({ of, onClose }: { of: MethodAuthorisation; onClose: () => void }) {
  const staff = useQuery(staffQuery);
  const [chosen, setChosen] = useState<string[] | null>(of.people?.map(({ id }) => id) ?? null);
  const change = useAuthorise();
  const save = () =>
    change.mutate(
      { method: of.method, user_ids: chosen },
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
        <div className="grid gap-5">
          <p>
            Who enters and hands in results by this method. What was handed in already stands; reviewing it is
            not restricted.
          </p>
          <div>
            <Checkbox
              checked={chosen === null}
              onChange={({ target }) => setChosen(target.checked ? null : people.map(({ id }) => id))}
            >
              Everybody at the bench
            </Checkbox>
            {chosen === null ? null : (
              <fieldset className="mt-2 border-rule border-t pt-2">
                <legend className="sr-only">People who are authorised</legend>
                {[...people, ...leftOf(of, people)].map(({ id, display_name: name, role }) => (
                  <Checkbox
                    key={id}
                    checked={chosen.includes(id)}
                    onChange={({ target }) =>
                      setChosen(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                    }
                  >
                    <span className="wrap-anywhere">
                      <bdi>{name}</bdi>, {role ?? 'has left the laboratory'}
                    </span>
                  </Checkbox>
                ))}
              </fieldset>
            )}
          </div>
          {chosen?.length === 0 ? (
            <p className="text-bad">Nobody could enter results by this method.</p>
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

/** Who enters results by which method: everybody, until an admin restricts it. */
export function Authorisations() {
  const query = useQuery(authorisationsQuery);
  const [chosen, setChosen] = useState<MethodAuthorisation | null>(null);
  return (
    <Panel title="Who measures by what">
      <QueryView query={query} skeleton={<Skeleton className="h-40" />}>
        {(all) => (
          <DataTable
            caption="Who measures by what"
            rows={all}
            rowKey={({ method }) => method}
            columns={[
              {
                header: 'Method',
                cell: ({ method }) => <span className="wrap-anywhere font-medium">{method}</span>,
              },
              {
                header: 'People',
                cell: ({ people }) => (
                  <span className="wrap-anywhere">
                    {people === null
                      ? 'Everybody'
                      : people.map((person) => person.display_name).join(', ') || 'Nobody'}
                  </span>
                ),
              },
              {
                header: 'Change',
                cell: (each) => (
                  <Button variant="secondary" size="small" onClick={() => setChosen(each)}>
                    Change<span className="sr-only"> who measures by {each.method}</span>
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
