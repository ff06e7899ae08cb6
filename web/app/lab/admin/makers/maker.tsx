import { useQuery } from '@tanstack/react-query';
import type { LabMakerDetail } from '@vialproof/contract/makers';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../lib/api';
import { counted } from '../../../lib/counted';
import type { PageHandle } from '../../../lib/page-handle';
import { signedInMeta } from '../../../lib/page-meta';
import { loadInBrowser } from '../../../lib/query-client';
import { BackLink } from '../../../ui/back-link';
import { Button } from '../../../ui/button';
import { QueryView, SkeletonLines } from '../../../ui/query-view';
import { EmptyState } from '../../../ui/states';
import { notify } from '../../../ui/toast';
import { Panel } from '../../panel';
import { History } from '../audit/history';
import type { Route } from './+types/maker';
import { Batch } from './batch';
import { MergeMaker } from './merge-dialog';
import { makerQuery, useMakerChange, useMakerMove } from './queries';
import { type RecordFields, RecordForm } from './record-form';
import { Merged, Spellings } from './spellings';
import { Confirmed } from './words';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(makerQuery(params.id))]);

export const meta = signedInMeta('Maker');

const calls = api.lab.makers[':id'];

function Screen({ maker }: { maker: LabMakerDetail }) {
  const navigate = useNavigate();
  const [isMerging, setMerging] = useState(false);
  const { id, version } = maker;
  const param = { id };
  const change = useMakerChange(id, (fields: RecordFields) =>
    parseResponse(calls.$put({ param, json: { ...fields, version } })),
  );
  const merge = useMakerMove(id, (into: string) =>
    parseResponse(calls.merge.$post({ param, json: { into, version } })),
  );
  const unmerge = useMakerChange(id, (merged: string) =>
    parseResponse(calls.unmerge.$post({ param: { id: merged }, json: { version } })),
  );
  const split = useMakerMove(id, (spellings: string[]) =>
    parseResponse(calls.split.$post({ param, json: { spellings, version } })),
  );
  const mergeAndGo = (into: string) =>
    merge.mutate(into, {
      onSuccess: ({ data }) => {
        notify.success(`Merged into ${data.name}.`);
        setMerging(false);
        void navigate(`/lab/makers/${data.id}`);
      },
    });
  return (
    <div className="grid min-w-0 grid-cols-1 gap-8">
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h1 className="display-2 wrap-anywhere min-w-0">
          <bdi>{maker.name}</bdi>
        </h1>
        <Confirmed confirmed={maker.confirmed} />
      </header>
      <Panel title="Name and answer">
        <RecordForm
          kept={`lab.maker.${maker.id}`}
          label="Name"
          longest={200}
          record={maker}
          name={maker.name}
          step={change}
        />
      </Panel>
      <Panel
        title="One maker or several"
        aside={
          <Button variant="secondary" onClick={() => setMerging(true)}>
            Merge into another maker…
          </Button>
        }
      >
        <Spellings spellings={maker.spellings} what="maker" split={split} />
        <Merged merged={maker.merged} unmerge={unmerge} />
      </Panel>
      <section className="grid min-w-0 grid-cols-1 gap-4">
        <h2 className="display-3">{counted(maker.batches.length, 'batch', 'batches')}</h2>
        {maker.batches.length === 0 ? (
          <EmptyState title="No batch yet" />
        ) : (
          <ul className="border-rule border-t">
            {maker.batches.map((batch) => (
              <Batch key={batch.id} batch={batch} maker={maker} />
            ))}
          </ul>
        )}
      </section>
      <section className="grid min-w-0 grid-cols-1 gap-4">
        <h2 className="display-3">What was done</h2>
        <History subjectId={id} nothing="Nobody has changed this maker yet." />
      </section>
      {isMerging ? (
        <MergeMaker
          id={id}
          name={maker.name}
          onClose={() => setMerging(false)}
          merge={{ ...merge, mutate: mergeAndGo }}
        />
      ) : null}
    </div>
  );
}

/** The page of one maker: its name, its spellings, its batches, and the maker's own statement. */
export default function Maker({ params }: Route.ComponentProps) {
  const maker = useQuery(makerQuery(params.id));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <BackLink to="/lab/makers">Makers</BackLink>
      <QueryView
        query={maker}
        heading="Maker"
        skeleton={<SkeletonLines lines={4} height="h-24" />}
        absent={<EmptyState title="There is no such maker" />}
      >
        {(data) => <Screen key={data.id} maker={data} />}
      </QueryView>
    </div>
  );
}
