import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MyWatch } from '@vialproof/contract/watches';
import { useState } from 'react';
import { Link } from 'react-router';
import { watchesQuery } from '../../data/watches/queries';
import { kindWords } from '../../data/watches/words';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Instant } from '../../ui/figures';
import { QueryView, SkeletonLines } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Badge } from '../../ui/status-badge';
import { notify } from '../../ui/toast';

function Entry({ watch, onStop }: { watch: MyWatch; onStop: () => void }) {
  const { kind, name, path, asked_at, confirmed_at } = watch;
  return (
    <li className="grid gap-x-6 gap-y-3 border-rule border-b py-4 grid-cols-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="label">{kindWords[kind]}</span>
          {confirmed_at === null ? <Badge tone="wait">NOT CONFIRMED</Badge> : null}
        </p>
        <p className="wrap-anywhere font-medium">
          {path === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={path} className="link">
              <bdi>{name}</bdi>
            </Link>
          )}
        </p>
        <p className="text-ink-soft text-sm">
          {confirmed_at === null ? (
            <span key="asked">
              Asked for on <Instant at={asked_at} />. Nothing is mailed until the link in our mail is clicked;
              after two days without a click this entry goes.
            </span>
          ) : (
            <span key="since">
              Since <Instant at={confirmed_at} />
            </span>
          )}
        </p>
      </div>
      <Button variant="secondary" size="small" onClick={onStop} className="justify-self-start">
        Stop…<span className="sr-only">{` watching ${name}`}</span>
      </Button>
    </li>
  );
}

function StopDialog({ watch, onClose }: { watch: MyWatch; onClose: () => void }) {
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.me.watches[':id'].$delete({ param: { id: watch.id } }),
    onSuccess: () => {
      notify.success('Stopped.');
      onClose();
    },
    // The alert was stopped here, or earlier by the link in a mail. In both cases the list has changed.
    onSettled: () => queries.invalidateQueries({ queryKey: watchesQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Stop watching?"
      back="Go on watching"
      action="Stop"
      busyAction="Stopping…"
      danger
      step={stop}
      onConfirm={() => stop.mutate()}
    >
      <p className="wrap-anywhere">
        No more mails about <bdi className="font-medium">{watch.name}</bdi>. To watch it again, ask for it on
        its page.
      </p>
    </ConfirmDialog>
  );
}

/** The e-mail alerts for the address of the account, each with a button that stops it. */
export function Watches() {
  const watches = useQuery(watchesQuery);
  const [stopping, setStopping] = useState<MyWatch | null>(null);
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-3">
        <h1 className="display-2">Watching</h1>
        <p className="max-w-prose text-ink-soft">
          What mails come about to the address of your account: one a day at most when something is published
          or amended, and at once when a result is withdrawn.
        </p>
      </div>
      <QueryView query={watches} skeleton={<SkeletonLines lines={3} height="h-20" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="You watch nothing"
              action={
                <Button to="/tests" variant="secondary">
                  Look through the tests
                </Button>
              }
            >
              The page of each public test, compound, maker and batch offers to tell you when something new
              comes.
            </EmptyState>
          ) : (
            <ul aria-label="Watches" className="border-rule border-t">
              {list.map((watch) => (
                <Entry key={watch.id} watch={watch} onStop={() => setStopping(watch)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {stopping ? <StopDialog watch={stopping} onClose={() => setStopping(null)} /> : null}
    </div>
  );
}
