import type { LabBatch, LabMakerDetail } from '@vialproof/contract/makers';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { notify } from '../../../ui/toast';
import { MergeDialog } from './merge-dialog';
import { useMakerChange } from './queries';
import { type RecordFields, RecordForm } from './record-form';
import { Merged, Spellings } from './spellings';
import { Confirmed } from './words';

const calls = api.lab.batches[':id'];

/** One batch of a maker, as a row that can be expanded. */
export function Batch({ batch, maker }: { batch: LabBatch; maker: LabMakerDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="grid min-w-0 grid-cols-1 gap-5 border-rule border-b py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="wrap-anywhere min-w-0 font-medium">
          <bdi>{batch.code}</bdi>
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Confirmed confirmed={batch.confirmed} />
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            <span>{isOpen ? 'Close' : 'Change'}</span>
            <span className="sr-only">{` batch ${batch.code}`}</span>
          </Button>
        </div>
      </div>
      {isOpen ? <Opened batch={batch} maker={maker} /> : null}
    </li>
  );
}

function Opened({ batch, maker }: { batch: LabBatch; maker: LabMakerDetail }) {
  const param = { id: batch.id };
  const { version } = batch;
  const [isMerging, setMerging] = useState(false);
  const change = useMakerChange(maker.id, ({ name, ...fields }: RecordFields) =>
    parseResponse(calls.$put({ param, json: { ...fields, code: name, version } })),
  );
  const merge = useMakerChange(maker.id, (into: string) =>
    parseResponse(calls.merge.$post({ param, json: { into, version } })),
  );
  const unmerge = useMakerChange(maker.id, (id: string) =>
    parseResponse(calls.unmerge.$post({ param: { id }, json: { version } })),
  );
  const split = useMakerChange(maker.id, (spellings: string[]) =>
    parseResponse(calls.split.$post({ param, json: { spellings, version } })),
  );
  const targets = maker.batches
    .filter(({ id }) => id !== batch.id)
    .map(({ id, code, confirmed }) => ({ id, name: code, text: confirmed ? 'Confirmed' : 'Unconfirmed' }));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6 rounded-sm bg-wash p-4">
      <RecordForm
        kept={`lab.batch.${batch.id}`}
        label="Code"
        longest={100}
        record={batch}
        name={batch.code}
        step={change}
      />
      <Spellings spellings={batch.spellings} what="batch" split={split} />
      <Merged merged={batch.merged} unmerge={unmerge} />
      <div>
        <Button variant="secondary" onClick={() => setMerging(true)}>
          Merge into another batch…
        </Button>
      </div>
      {isMerging ? (
        <MergeDialog
          name={batch.code}
          what="batch"
          targets={targets}
          onClose={() => setMerging(false)}
          merge={{
            ...merge,
            mutate: (into) => merge.mutate(into, { onSuccess: () => notify.success('Merged.') }),
          }}
        />
      ) : null}
    </div>
  );
}
