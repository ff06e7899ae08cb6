import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionEntry } from '@vialproof/contract/sessions';
import { parseResponse } from 'hono/client';
import { sessionsQuery } from '../../../data/account/queries';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { Instant } from '../../../ui/figures';
import { QueryView } from '../../../ui/query-view';
import { Badge } from '../../../ui/status-badge';
import { notify } from '../../../ui/toast';
import { DeviceIcon } from './device-icon';
import { Failure } from './failure';

function Entry({ session }: { session: SessionEntry }) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.me.sessions[':id'].$delete({ param: { id: session.id } }),
    onSuccess: async () => {
      notify.success('Device signed out.');
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <li className="grid gap-x-4 gap-y-3 border-rule border-b py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 items-start gap-4">
        <DeviceIcon kind={session.device_kind} />
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <span>{session.device}</span>
            {session.current ? <Badge tone="good">THIS DEVICE</Badge> : null}
          </p>
          <p className="text-ink-soft text-sm">
            {session.current ? (
              <span key="now">In use now</span>
            ) : (
              <span key="last">
                Last used <Instant at={session.last_used_at} exact />
              </span>
            )}
            {session.address ? (
              <span>
                {' '}
                from <span className="figures wrap-anywhere">{session.address}</span>
              </span>
            ) : null}
          </p>
          <p className="text-ink-soft text-sm">
            Signed in <Instant at={session.created_at} exact />
          </p>
          <Failure error={end.error} />
        </div>
      </div>
      {session.current ? null : (
        <Button
          variant="secondary"
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate()}
          className="ml-9 justify-self-start sm:ml-0"
        >
          <span>{end.isPending ? 'Signing out…' : 'Sign out'}</span>
          <span className="sr-only"> {session.device}</span>
        </Button>
      )}
    </li>
  );
}

function List({ sessions }: { sessions: SessionEntry[] }) {
  const queries = useQueryClient();
  const others = sessions.filter((session) => !session.current).length;
  const end = useMutation({
    mutationFn: async () => (await parseResponse(api.me.sessions['sign-out-others'].$post())).data,
    onSuccess: async ({ ended }) => {
      notify.success(ended === 1 ? '1 other device signed out.' : `${ended} other devices signed out.`);
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <div className="grid gap-5">
      <ul aria-label="Devices" className="border-rule border-t">
        {sessions.map((session) => (
          <Entry key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 ? (
        <div>
          <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()}>
            {end.isPending ? 'Signing out…' : 'Sign out the others'}
          </Button>
        </div>
      ) : null}
      <Failure error={end.error} />
    </div>
  );
}

/** The user's active sessions. The session that was used last is the first one. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  return (
    <section className="grid min-w-0 gap-4">
      <h2 className="display-3">Where you are signed in</h2>
      <QueryView query={sessions}>{(list) => <List sessions={list} />}</QueryView>
    </section>
  );
}
