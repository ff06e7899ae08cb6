import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LabKey } from '@vialproof/contract/imports';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '../../../lib/api';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { ApiProblem } from '../../../lib/problem';
import { loadInBrowser } from '../../../lib/query-client';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { CopyButton } from '../../../ui/copy-button';
import { Instant } from '../../../ui/figures';
import { Form } from '../../../ui/form';
import { TextInput } from '../../../ui/inputs';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState, Notice } from '../../../ui/states';
import { StepError } from '../../../ui/step-error';
import { keysQuery } from '../../queries';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(keysQuery)]);

export const meta = signedInMeta('Keys');

/** A form that creates a laboratory key, and shows the key once. */
function MakeKey({ form }: { form: UseFormReturn<{ name: string }> }) {
  const queries = useQueryClient();
  const { register, handleSubmit, formState, reset } = form;
  const make = useMutation({
    mutationFn: async (json: { name: string }) => (await parseResponse(api.lab.keys.$post({ json }))).data,
    onSuccess: () => {
      reset();
      return queries.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  const refusedName = make.error instanceof ApiProblem ? make.error.field('name') : undefined;
  return (
    <section className="grid max-w-2xl grid-cols-1 gap-4">
      <h2 className="display-3">Make a key</h2>
      <Form onSubmit={handleSubmit(({ name }) => make.mutate({ name: name.trim() }))} className="grid gap-4">
        <TextInput
          {...register('name', {
            validate: (text) => text.trim() !== '' || 'Give the key a name: that of its instrument.',
          })}
          label="Name"
          help="That of the instrument or its computer. It stands beside everything that comes with the key."
          maxLength={60}
          autoComplete="off"
          error={formState.errors.name?.message ?? refusedName}
        />
        <div>
          <Button type="submit" size="large" busy={make.isPending}>
            {make.isPending ? 'Making…' : 'Make a key'}
          </Button>
        </div>
        <StepError error={refusedName ? null : make.error} />
      </Form>
      {make.data ? (
        <Notice tone="good">
          <p>
            This is the key of <bdi className="wrap-anywhere">{make.data.name}</bdi>. It is shown this once:
            put it where the program reads it, as IMPORT_KEY. It holds until{' '}
            <Instant at={make.data.ends_at} exact />.
          </p>
          <p className="flex items-center gap-2">
            <code className="figures min-w-0 break-all">{make.data.key}</code>
            <CopyButton text={make.data.key} label="Copy the key" />
          </p>
        </Notice>
      ) : null}
    </section>
  );
}

/** The day on which a valid key ends, or the day since when a key is invalid. */
function Validity({ row }: { row: LabKey }) {
  if (row.state === 'revoked') {
    return (
      <p className="text-bad text-sm">
        <span>
          Revoked by <bdi>{row.revoked_by}</bdi>,{' '}
        </span>
        {row.revoked_at ? <Instant at={row.revoked_at} exact /> : null}
      </p>
    );
  }
  const words = { valid: 'Holds until', ends_soon: 'Ends soon:', ended: 'Ended' }[row.state];
  return (
    <p className={row.state === 'valid' ? 'text-sm' : 'text-bad text-sm'}>
      <span>{words}</span> <Instant at={row.ends_at} exact />
      <span>{row.state === 'ended' ? '. Nothing that comes with it is taken.' : ''}</span>
    </p>
  );
}

function Line({ row, onRenew }: { row: LabKey; onRenew: (name: string) => void }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => parseResponse(api.lab.keys[':id'].$delete({ param: { id: row.id } })),
    onSuccess: () => setAsking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  return (
    <li className="grid grid-cols-1 items-start gap-x-8 gap-y-3 border-rule border-b py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="wrap-anywhere font-medium">
          <bdi>{row.name}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <span>
            Made by <bdi>{row.made_by}</bdi>, <Instant at={row.made_at} exact />
          </span>
          <span>
            {row.last_used_at ? (
              <span>
                Last used <Instant at={row.last_used_at} exact />
              </span>
            ) : (
              'Never used'
            )}
          </span>
        </p>
        <Validity row={row} />
      </div>
      <div className="flex flex-wrap gap-3">
        {row.state === 'ends_soon' || row.state === 'ended' ? (
          <Button variant="secondary" onClick={() => onRenew(row.name)}>
            Make a new one…<span className="sr-only">{` for ${row.name}`}</span>
          </Button>
        ) : null}
        {row.state === 'valid' || row.state === 'ends_soon' ? (
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Revoke…<span className="sr-only"> {row.name}</span>
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Revoke ${row.name}?`}
        action="Revoke for good"
        busyAction="Revoking…"
        danger
        step={revoke}
        onConfirm={() => revoke.mutate()}
      >
        <p>
          The program that has this key can send nothing any more. What it sent stays. This cannot be undone.
        </p>
      </ConfirmDialog>
    </li>
  );
}

/** The keys with which the computers of instruments send chromatograms. */
export default function Keys() {
  const keys = useQuery(keysQuery);
  const form = useForm({ defaultValues: { name: '' } });
  const renew = (name: string) => {
    form.setValue('name', name);
    form.setFocus('name');
  };
  return (
    <div className="grid grid-cols-1 gap-8">
      <h1 className="display-2">Keys</h1>
      <p className="max-w-prose text-ink-soft">
        With a laboratory key a program sends traces, and can do nothing else. Give each instrument its own. A
        key ends 90 days after it was made; who made it and all admins get a mail 14 days ahead. Who made a
        key does not publish results of traces that came with it.
      </p>
      <MakeKey form={form} />
      <QueryView query={keys} skeleton={<SkeletonLines lines={2} height="h-20" />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="There is no key yet" />
          ) : (
            <ul className="border-rule border-t">
              {rows.map((row) => (
                <Line key={row.id} row={row} onRenew={renew} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </div>
  );
}
