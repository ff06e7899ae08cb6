import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { useLocation, useNavigate } from 'react-router';
import { signInAddress } from '../../lib/next';
import { ApiProblem, isPassing } from '../../lib/problem';
import { readSession } from '../../lib/session';
import { groupQuery } from './queries';

/**
 * The message for an unexpected failure. If the server gives a known reason, the page shows the reason beside the
 * buttons instead.
 */
export const actionFailed = 'Failed to perform action. Please try again.';

interface Step {
  name: string;
  call: () => Promise<GroupDetail>;
  /** The message that is shown for a failure without a reason. */
  alert: string;
  /** The function that is called after a success. */
  done: (() => void) | undefined;
}

/** Why the server refused an action. Undefined if the server gave no reason, or if the session has ended. */
function reasonOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiProblem) || isPassing(error) || error.code === 'unauthenticated')
    return undefined;
  return error.detail;
}

/**
 * Does something in a group as the signed-in user. Other readers sign in first. The server answers with the changed
 * group.
 */
export function useGroupAction(id: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const step = useMutation({
    mutationFn: ({ call }: Step) => call(),
    onSuccess: async (group, { done }) => {
      const { queryKey } = groupQuery(id);
      const wasAsking = queries.isFetching({ queryKey, exact: true }) > 0;
      // A query that was sent before the action would show the old state of the group.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, group);
      // One that was sent after it may be about the change of another person.
      if (wasAsking) void queries.invalidateQueries({ queryKey, exact: true });
      void queries.invalidateQueries({ queryKey: ['group', id, 'accounts'] });
      void queries.invalidateQueries({ queryKey: ['groups'] });
      done?.();
    },
    onError: (error, { alert }) => {
      if (reasonOf(error) !== undefined) void queries.invalidateQueries({ queryKey: ['group', id] });
      else if (!(error instanceof ApiProblem) || isPassing(error)) window.alert(alert);
    },
  });
  return {
    refusal: reasonOf(step.error) ?? null,
    /** Whether the user has tried no action on this page yet. */
    isUntried: step.isIdle,
    /** The state of the action with this name: whether it is running, and why the server refused it the last time. */
    step: (name: string) => ({
      isPending: step.isPending && step.variables.name === name,
      error: reasonOf(step.error) ?? null,
    }),
    /** A new question must not show the error of an earlier action. */
    forget: step.reset,
    run(name: string, call: () => Promise<GroupDetail>, alert = actionFailed, done?: () => void) {
      if (readSession()) step.mutate({ name, call, alert, done });
      else void navigate(signInAddress('group', pathname));
    },
  };
}
export type GroupAction = ReturnType<typeof useGroupAction>;
