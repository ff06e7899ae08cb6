import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GroupTest } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../lib/api';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Instant } from '../../../ui/figures';
import { QueryView } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { Badge } from '../../../ui/status-badge';
import { notify } from '../../../ui/toast';
import { ReasonDialog } from '../../reason-dialog';

export const handle: PageHandle = { query: [] };

const waitingGroupsQuery = queryOptions({
  queryKey: ['lab', 'groups'],
  queryFn: async () => (await parseResponse(api.lab['group-tests'].$get())).data,
});
type WaitingGroup = Awaited<ReturnType<NonNullable<typeof waitingGroupsQuery.queryFn>>>[number];

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(waitingGroupsQuery)]);

export const meta = signedInMeta('Groups');

const reasons = {
  nothing_received: { word: 'NOTHING RECEIVED', text: 'Paid 21 days ago or longer, and no sample has come.' },
  payout_owed: { word: 'PAYOUT OWED', text: 'Shipping and vial are owed to the sender.' },
};

const waits = (from: string | null): from is string => from !== null && new Date(from).getTime() > Date.now();
const amountOf = (group: GroupTest) => formatMoney(group.est_shipping_cents + group.est_vial_cost_cents);

function Line({ owed, onPay }: { owed: WaitingGroup; onPay: () => void }) {
  const { group, reason, payable_from: from } = owed;
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 border-rule border-b py-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link to={`/group-tests/${group.id}`} className="wrap-anywhere font-medium hover:text-accent">
            {group.title}
          </Link>
          <Badge tone="wait">{reasons[reason].word}</Badge>
        </p>
        <p className="text-ink-soft text-sm">
          <span>{reasons[reason].text}</span>
          {waits(from) ? (
            <span>
              {' '}
              It waits until <Instant at={from} exact />: card payments can be taken back until then.
            </span>
          ) : null}
        </p>
      </div>
      {reason === 'payout_owed' ? (
        <Button variant="secondary" onClick={onPay}>
          {waits(from) ? `Release ${amountOf(group)} early…` : `Paid out ${amountOf(group)}`}
        </Button>
      ) : (
        <Button variant="secondary" to={`/group-tests/${group.id}`}>
          Open the group
        </Button>
      )}
    </li>
  );
}

/** Groups that wait for an admin: the sample is missing, or the group owes money to its sender. */
export default function Groups() {
  const waiting = useQuery(waitingGroupsQuery);
  const [paying, setPaying] = useState<WaitingGroup | null>(null);
  return (
    <div className="grid gap-6">
      <h1 className="display-2">Groups</h1>
      <QueryView query={waiting}>
        {(groups) =>
          groups.length === 0 ? (
            <EmptyState title="Nothing to decide">
              Groups appear here when no sample came in 21 days, or when shipping and vial are to be paid out.
            </EmptyState>
          ) : (
            <ul className="grid">
              {groups.map((owed) => (
                <Line key={owed.group.id} owed={owed} onPay={() => setPaying(owed)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {paying ? <PayoutDialog owed={paying} onClose={() => setPaying(null)} /> : null}
    </div>
  );
}

/** Asks before an admin records that the sender was paid. If the payout is early, the admin must give a reason. */
function PayoutDialog({ owed, onClose }: { owed: WaitingGroup; onClose: () => void }) {
  const { group, payable_from: from } = owed;
  const queries = useQueryClient();
  const payout = useMutation({
    mutationFn: (reason: string) =>
      parseResponse(
        api.lab['group-tests'][':id'].payout.$post({
          param: { id: group.id },
          json: reason ? { release: { reason } } : {},
        }),
      ),
    onSuccess: () => {
      notify.success('Booked.');
      void queries.invalidateQueries({ queryKey: waitingGroupsQuery.queryKey });
      onClose();
    },
  });
  const amount = amountOf(group);
  const words = (
    <p className="wrap-anywhere">{`Book this after the transfer to the sender of “${group.title}” has been made. The ledger keeps it for good, and the sender is told.`}</p>
  );
  if (waits(from)) {
    return (
      <ReasonDialog
        open
        onClose={onClose}
        place="payout"
        title={`Release ${amount} early?`}
        action="Book the payout"
        busyAction="Booking…"
        step={payout}
      >
        <p>
          It waits until <Instant at={from} exact />, since card payments can be taken back. The reason stands
          in the audit log.
        </p>
        {words}
      </ReasonDialog>
    );
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Has ${amount} been paid out?`}
      back="Not yet"
      action="Book the payout"
      busyAction="Booking…"
      step={payout}
      onConfirm={() => payout.mutate('')}
    >
      {words}
    </ConfirmDialog>
  );
}
