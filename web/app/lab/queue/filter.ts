import type { LabQueue } from '@vialproof/contract/lab';
import { pageNumber } from '../../lib/page-number';
import type { QueueFilter } from '../queries';

/** The filters of the queue. The first, without a status, is what there is to do. */
export const filters: {
  status: QueueFilter['status'];
  label: string;
  /** Which of the counts stands beside it; what is closed has none. */
  count?: keyof LabQueue['counts'];
}[] = [
  { status: '', label: 'To do', count: 'todo' },
  { status: 'overdue', label: 'Overdue', count: 'overdue' },
  { status: 'awaiting_sample', label: 'Awaiting sample', count: 'awaiting_sample' },
  { status: 'received', label: 'Received', count: 'received' },
  { status: 'in_review', label: 'In review', count: 'in_review' },
  { status: 'complete', label: 'Complete' },
  { status: 'cancelled', label: 'Cancelled' },
];

const known = filters.map(({ status }) => status);

/** The queue's state as its address says it; whatever a stranger writes there becomes something sensible. */
export function readFilter(params: URLSearchParams): QueueFilter {
  const asked = params.get('status') ?? '';
  return {
    status: known.find((status) => status === asked) ?? '',
    q: (params.get('q') ?? '').trim().slice(0, 200),
    page: pageNumber(params, 1_000_000),
  };
}

/** The same state as an address. */
export function queueAddress({ status, q, page }: QueueFilter): string {
  const query = new URLSearchParams();
  if (status) query.set('status', status);
  if (q) query.set('q', q);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/lab?${query}` : '/lab';
}
