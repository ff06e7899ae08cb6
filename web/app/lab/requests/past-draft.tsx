import { useQuery } from '@tanstack/react-query';
import type { PastDraft as Past, PastTrace } from '@vialproof/contract/history';
import { exactMoment } from '@vialproof/science/calendar/dates';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { CopyButton } from '../../ui/copy-button';
import { MeasurementTable } from '../../ui/measurement-table';
import { QueryView } from '../../ui/query-view';
import { Skeleton } from '../../ui/states';
import { labKey } from '../queries';
import { PeakTable } from './chromatogram/peak-table';
import { RecordView } from './record-fields';

/** A shortened hash, with a button that copies the whole hash. */
export function Hash({ sha256 }: { sha256: string }) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <span className="figures" title={sha256}>{`${sha256.slice(0, 12)}…`}</span>
      <CopyButton text={sha256} label="Copy the whole hash" />
    </span>
  );
}

function Trace({ trace }: { trace: PastTrace }) {
  const [selected, setSelected] = useState<number | null>(null);
  const purity = trace.purity_percent === null ? 'no purity' : `purity ${trace.purity_percent.toFixed(2)} %`;
  const by = { proposal: 'as proposed', instrument: 'by the instrument', person: 'by a person' };
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">
        <bdi>{trace.file_name}</bdi>, {purity}, peaks {by[trace.limits_by]}. SHA-256{' '}
        <Hash sha256={trace.sha256} />
      </p>
      {trace.reason ? <p className="wrap-anywhere">{`Reason: ${trace.reason}`}</p> : null}
      {trace.subtracted_blank ? (
        <p>
          A blank was subtracted, SHA-256 <Hash sha256={trace.subtracted_blank} />
        </p>
      ) : null}
      <PeakTable
        peaks={trace.peaks}
        mainPeak={trace.main_peak}
        unit={trace.signal_unit}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  );
}

function NotKept({ what, since }: { what: string; since: string }) {
  return <p className="text-ink-soft">{`${what}: not kept before ${exactMoment(since)}.`}</p>;
}

function Shown({ past: { revision, words, trace } }: { past: Past }) {
  return (
    <>
      <p className="text-ink-soft text-sm">{`Revision ${revision}`}</p>
      {'not_kept_before' in words ? (
        <NotKept what="Title, summary and measurements" since={words.not_kept_before} />
      ) : (
        <>
          <p className="wrap-anywhere font-medium">{words.title || 'No title'}</p>
          {words.summary ? (
            <p className="wrap-anywhere max-w-prose whitespace-pre-line">{words.summary}</p>
          ) : null}
          <MeasurementTable rows={words.measurements} />
          <RecordView record={words.record} />
        </>
      )}
      {trace === null ? <p className="text-ink-soft">No chromatogram.</p> : null}
      {trace && 'not_kept_before' in trace ? (
        <NotKept what="Chromatogram" since={trace.not_kept_before} />
      ) : null}
      {trace && 'sha256' in trace ? <Trace trace={trace} /> : null}
    </>
  );
}

/** The result of a sample as it was at an earlier time. */
export function PastDraft({ id, at }: { id: string; at: string }) {
  const past = useQuery({
    queryKey: [...labKey, 'moment', id, at],
    queryFn: async () =>
      (await parseResponse(api.lab.requests[':id'].history.$get({ param: { id }, query: { at } }))).data,
  });
  return (
    <section
      className="grid gap-3 border-rule border-l-2 pl-4"
      aria-label={`The result at ${exactMoment(at)}`}
    >
      <QueryView query={past} skeleton={<Skeleton className="h-24" />}>
        {(found) =>
          found ? <Shown past={found} /> : <p className="text-ink-soft">There was no result yet.</p>
        }
      </QueryView>
    </section>
  );
}
