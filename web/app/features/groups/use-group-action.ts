import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiProblem, isPassing } from '../../lib/problem';
import { readSession } from '../../lib/session';
import { groupQuery } from './queries';

/** For an unexpected failure; a refusal with a known reason is shown beside the buttons instead. */
export const actionFailed = 'Failed to perform action. Please try again.';

/**
 * A step of a group by whoever is signed in; anybody else is asked to sign in and comes back. The answer is the group as
 * it is now.
 */
export function useGroupAction(id: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const action = useMutation({
    mutationFn: ({ call }: { call: () => Promise<GroupDetail>; alert: string; name: string }) => call(),
    onMutate: () => setRefusal(null),
    onSuccess: (group) => {
      queries.setQueryData(groupQuery(id).queryKey, group);
      void queries.invalidateQueries({ queryKey: ['group', id, 'accounts'] });
      void queries.invalidateQueries({ queryKey: ['groups'] });
    },
    onError: (error, { alert }) => {
      if (error instanceof ApiProblem && error.code === 'unauthenticated') return;
      if (error instanceof ApiProblem && !isPassing(error)) {
        setRefusal(error.detail);
        void queries.invalidateQueries({ queryKey: ['group', id] });
      } else window.alert(alert);
    },
  });
  return {
    refusal,
    /** The action that is under way. */
    running: action.isPending ? action.variables.name : null,
    /** `done` runs after it has succeeded. */
    run(name: string, call: () => Promise<GroupDetail>, alert = actionFailed, done?: () => void) {
      if (!readSession()) {
        void navigate(`/login?next=${encodeURIComponent(pathname)}`);
        return;
      }
      action.mutate({ call, alert, name }, done ? { onSuccess: done } : {});
    },
  };
}
export type GroupAction = ReturnType<typeof useGroupAction>;
