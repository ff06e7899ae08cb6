import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GroupDetail } from '@vialproof/contract/group-tests';
import { useLocation, useNavigate } from 'react-router';
import { signInAddress } from '../../lib/next';
import { ApiProblem, isPassing } from '../../lib/problem';
import { readSession } from '../../lib/session';
import { groupQuery } from './queries';

/** For an unexpected failure; a refusal with a known reason is shown beside the buttons instead. */
export const actionFailed = 'Failed to perform action. Please try again.';

interface Step {
  name: string;
  call: () => Promise<GroupDetail>;
  /** Said when it failed without a reason. */
  alert: string;
  /** Runs after it has succeeded. */
  done: (() => void) | undefined;
}

/** The server's reason why a step cannot be; undefined when it gave none, or the session ended. */
function reasonOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiProblem) || isPassing(error) || error.code === 'unauthenticated')
    return undefined;
  return error.detail;
}

/**
 * A step of a group by whoever is signed in; anybody else is asked to sign in and comes back. The answer is the group as
 * it is now.
 */
export function useGroupAction(id: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const step = useMutation({
    mutationFn: ({ call }: Step) => call(),
    onSuccess: async (group, { done }) => {
      // An answer to a reading that began before the step would show the group as it was.
      await queries.cancelQueries({ queryKey: groupQuery(id).queryKey });
      queries.setQueryData(groupQuery(id).queryKey, group);
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
    /** How the action of this name stands: whether it is under way, and why the last one was refused. */
    step: (name: string) => ({
      isPending: step.isPending && step.variables.name === name,
      error: reasonOf(step.error) ?? null,
    }),
    /** What was said to the action before is no answer to the question that is asked now. */
    forget: step.reset,
    run(name: string, call: () => Promise<GroupDetail>, alert = actionFailed, done?: () => void) {
      if (readSession()) step.mutate({ name, call, alert, done });
      else void navigate(signInAddress('group', pathname));
    },
  };
}
export type GroupAction = ReturnType<typeof useGroupAction>;
