import type { LabQueue } from '@vialproof/contract/lab';
import { choiceIn, pageIn, textIn } from '../../lib/list-address';
import type { QueueFilter } from '../queries';

/** The filters of the list of samples. The first one shows open work. */
export const filters: {
  status: QueueFilter['status'];
  label: string;
  /** Which number the filter shows. Filters for finished work show none. */
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

/** Filters for the person to whom a sample is assigned. */
export const owners: {
  assigned_to: QueueFilter['assigned_to'];
  label: string;
  count?: keyof LabQueue['counts'];
}[] = [
  { assigned_to: '', label: 'Everybody’s' },
  { assigned_to: 'me', label: 'Mine', count: 'mine' },
  { assigned_to: 'nobody', label: 'Nobody’s', count: 'nobodys' },
];

const known = filters.map(({ status }) => status);

export const readFilter = (params: URLSearchParams): QueueFilter => ({
  status: choiceIn(params, 'status', known),
  q: textIn(params),
  assigned_to: choiceIn(params, 'assigned_to', ['me', 'nobody']),
  page: pageIn(params),
});
