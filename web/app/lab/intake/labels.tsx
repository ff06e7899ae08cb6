import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useSearchParams } from 'react-router';
import { api } from '../../lib/api';
import type { PageHandle } from '../../lib/page-handle';
import { signedInMeta } from '../../lib/page-meta';
import { BackLink } from '../../ui/back-link';
import { PrintButton } from '../../ui/print-sheet';
import { QueryView } from '../../ui/query-view';
import { Skeleton } from '../../ui/states';
import { VialLabelSheet } from '../../ui/vial-label';
import { labKey } from '../queries';

export const handle: PageHandle = { query: ['tasks'] };

const labelsQuery = (tasks: string) => ({
  queryKey: [...labKey, 'labels', tasks],
  queryFn: async () => (await parseResponse(api.lab.labels.$get({ query: { tasks } }))).data,
  // A label never changes, so it is never loaded again.
  staleTime: Number.POSITIVE_INFINITY,
});

export const meta = signedInMeta('Vial labels');

/** Labels for vials that have none, or for the parts of a divided sample. Each label is on its own sheet of the label printer. */
export default function Labels() {
  const [search] = useSearchParams();
  const tasks = search.get('tasks') ?? '';
  const labels = useQuery(labelsQuery(tasks));
  const n = labels.data?.length ?? 0;
  return (
    <div className="grid gap-6">
      <BackLink to="/lab">Queue</BackLink>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="display-2">{n === 1 ? 'Vial label' : 'Vial labels'}</h1>
          <p className="mt-2 max-w-prose text-ink-soft">
            {labels.data
              ? `${n} ${n === 1 ? 'label' : 'labels'} of ${labels.data[0]?.vial_label.width_mm} × ${labels.data[0]?.vial_label.height_mm} mm, each on a sheet of its own.`
              : 'For a label printer.'}
          </p>
        </div>
        {n > 0 ? <PrintButton>{n === 1 ? 'Print the label' : `Print ${n} labels`}</PrintButton> : null}
      </div>
      <QueryView query={labels} skeleton={<Skeleton className="h-32 w-64" />}>
        {(data) => (
          <div className="flex flex-wrap gap-4">
            {data.map(({ task_number, vial_label }) => (
              <VialLabelSheet key={task_number} task={task_number} svg={vial_label.svg} />
            ))}
          </div>
        )}
      </QueryView>
    </div>
  );
}
