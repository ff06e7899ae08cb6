import { useQuery } from '@tanstack/react-query';
import type { AssigneeBody } from '@vialproof/contract/assignees';
import type { LabRequest } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { QueryView } from '../../ui/query-view';
import { Skeleton } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { AssigneeName } from '../assignee-name';
import { colleaguesQuery } from '../queries';
import { useStep } from '../use-step';

const useAssign = (id: string) =>
  useStep(id, (json: AssigneeBody) =>
    parseResponse(api.lab.requests[':id'].assignee.$put({ param: { id }, json })),
  );

/**
 * The person who works on the sample. A user can take the sample, give it to a colleague, or release it. Other people
 * may still work on it.
 */
export function AssigneeField({ id, data }: { id: string; data: LabRequest }) {
  const { assignee } = data.request;
  const me = useSession()?.user.id;
  const [isGiving, setGiving] = useState(false);
  const step = useAssign(id);
  const seen = assignee?.id ?? null;
  const canLetGo = assignee !== null && !data.is_own;
  if (!data.may.assign && !assignee) return null;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0">
          <span className="label mr-3">Who has it</span>
          {assignee ? <AssigneeName assignee={assignee} /> : <span>Nobody</span>}
        </p>
        <div className="flex flex-wrap gap-3">
          {data.may.assign && seen !== me ? (
            <Button
              variant="secondary"
              className="min-h-12"
              busy={step.isPending}
              onClick={() => me && step.mutate({ user_id: me, seen })}
            >
              Take it
            </Button>
          ) : null}
          {data.may.assign ? (
            <Button variant="secondary" className="min-h-12" onClick={() => setGiving(true)}>
              Give it to…
            </Button>
          ) : null}
          {canLetGo ? (
            <Button
              variant="quiet"
              className="min-h-12"
              busy={step.isPending}
              onClick={() => step.mutate({ user_id: null, seen })}
            >
              Let go
            </Button>
          ) : null}
        </div>
      </div>
      <StepError error={step.error} />
      <Dialog
        open={isGiving}
        onClose={() => setGiving(false)}
        title={`Give task ${data.request.task_number} to`}
      >
        <Colleagues id={id} seen={seen} onDone={() => setGiving(false)} />
      </Dialog>
    </div>
  );
}

/** All colleagues, as large buttons. */
function Colleagues({ id, seen, onDone }: { id: string; seen: string | null; onDone: () => void }) {
  const people = useQuery(colleaguesQuery);
  const step = useAssign(id);
  return (
    <div className="grid gap-4">
      <QueryView query={people} skeleton={<Skeleton className="h-40" />}>
        {(all) => (
          <ul className="grid gap-2">
            {all.map(({ id: userId, display_name: name }) => (
              <li key={userId} className="grid">
                <Button
                  variant="secondary"
                  className="min-h-12 justify-start text-left aria-pressed:border-accent aria-pressed:bg-accent-soft"
                  aria-pressed={userId === seen}
                  busy={step.isPending && step.variables?.user_id === userId}
                  onClick={() => step.mutate({ user_id: userId, seen }, { onSuccess: onDone })}
                >
                  <bdi className="wrap-anywhere">{name}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <StepError error={step.error} />
    </div>
  );
}
