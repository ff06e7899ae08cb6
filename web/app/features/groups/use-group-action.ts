import { useQueryClient } from '@tanstack/react-query';
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
  const [running, setRunning] = useState<string | null>(null);

  function failed(error: unknown, alert: string): void {
    if (error instanceof ApiProblem && error.code === 'unauthenticated') return;
    if (error instanceof ApiProblem && !isPassing(error)) {
      setRefusal(error.detail);
      void queries.invalidateQueries({ queryKey: ['group', id] });
    } else window.alert(alert);
  }

  // Written out: the cache's own mutations would be a kilobyte more for every stranger who looks at a group.
  async function act(call: () => Promise<GroupDetail>, alert: string, done?: () => void): Promise<void> {
    try {
      queries.setQueryData(groupQuery(id).queryKey, await call());
      void queries.invalidateQueries({ queryKey: ['group', id, 'accounts'] });
      void queries.invalidateQueries({ queryKey: ['groups'] });
      done?.();
    } catch (error) {
      failed(error, alert);
    } finally {
      setRunning(null);
    }
  }

  return {
    refusal,
    /** The action that is under way. */
    running,
    /** What was said to the action before is no answer to the question that is asked now. */
    forget: () => setRefusal(null),
    /** `done` runs after it has succeeded. */
    run(name: string, call: () => Promise<GroupDetail>, alert = actionFailed, done?: () => void) {
      if (!readSession()) {
        void navigate(`/login?next=${encodeURIComponent(pathname)}`);
        return;
      }
      setRefusal(null);
      setRunning(name);
      void act(call, alert, done);
    },
  };
}
export type GroupAction = ReturnType<typeof useGroupAction>;
