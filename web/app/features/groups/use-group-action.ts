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
  /** Shown for a failure without a reason. */
  alert: string;
  /** Called after a success. */
  done: (() => void) | undefined;
}

/** The server's reason for a refused action; undefined without one, or after the end of the session. */
function reasonOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiProblem) || isPassing(error) || error.code === 'unauthenticated')
    return undefined;
  return error.detail;
}

/**
 * An action of the signed-in user in a group; an anonymous reader signs in first and returns. The server returns the
 * changed group.
 */
export function useGroupAction(id: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const step = useMutation({
    mutationFn: ({ call }: Step) => call(),
    onSuccess: async (group, { done }) => {
      // The answer of a query from before the action would show the old state.
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
    /** The state of the named action: whether it is running, and why the last one was refused. */
    step: (name: string) => ({
      isPending: step.isPending && step.variables.name === name,
      error: reasonOf(step.error) ?? null,
    }),
    /** The error of an earlier action does not belong to a new question. */
    forget: step.reset,
    run(name: string, call: () => Promise<GroupDetail>, alert = actionFailed, done?: () => void) {
      if (readSession()) step.mutate({ name, call, alert, done });
      else void navigate(signInAddress('group', pathname));
    },
  };
}
export type GroupAction = ReturnType<typeof useGroupAction>;
