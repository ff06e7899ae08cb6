import type { ShowcaseEnd, ShowcaseState } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/working-days';

/** As it is stored; upcoming, running and ended follow from the days of what is booked. */
export type StoredState = 'reserved' | 'booked' | 'stopped' | 'released';
export type ShowcaseStep = 'paid' | 'released' | 'stopped';

type Transition = { step: ShowcaseStep; from: readonly StoredState[]; to: StoredState };

/** The life of a week, as data. What was released because it was not paid in time can be paid late. */
const TRANSITIONS: readonly Transition[] = [
  { step: 'paid', from: ['reserved', 'released'], to: 'booked' },
  { step: 'released', from: ['reserved', 'released'], to: 'released' },
  { step: 'stopped', from: ['booked'], to: 'stopped' },
];

/** The state after `step`, or undefined when it cannot happen in `from`. */
export const stateAfter = (from: StoredState, step: ShowcaseStep): StoredState | undefined =>
  TRANSITIONS.find((each) => each.step === step && each.from.includes(from))?.to;

type Row = {
  state: StoredState;
  startsOn: string;
  endsOn: string;
  reservedUntil: Date;
};

/** Whether nobody else gets the place of an unpaid week. */
export const isReserved = ({ state, reservedUntil }: Pick<Row, 'state' | 'reservedUntil'>, now: Date) =>
  state === 'reserved' && reservedUntil > now;

/** What a week is at this moment. */
export function stateOf(row: Row, now: Date): ShowcaseState {
  if (row.state === 'reserved') return isReserved(row, now) ? 'reserved' : 'released';
  if (row.state !== 'booked') return row.state;
  const today = dayOf(now);
  if (today < row.startsOn) return 'upcoming';
  return today < row.endsOn ? 'running' : 'ended';
}

/** Why it is not what was bought; of a reservation that has run out too, before that is written down. */
export function endOf(row: Row & { endedBecause: ShowcaseEnd | null }, now: Date): ShowcaseEnd | null {
  return row.endedBecause ?? (stateOf(row, now) === 'released' ? 'expired' : null);
}

/** Whether it is paid and not over. */
export const mayBeStopped = (row: Row, now: Date) => ['upcoming', 'running'].includes(stateOf(row, now));

/** Whether money that comes for it may still give it a week. */
export const mayBePaid = ({
  state,
  endedBecause,
}: {
  state: StoredState;
  endedBecause: ShowcaseEnd | null;
}) => state === 'reserved' || (state === 'released' && endedBecause === 'expired');
