import type { ShowcaseEnd, ShowcaseState } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';

/** The stored state of a week on the home page. Whether a paid week is running follows from its days. */
export type StoredState = 'reserved' | 'booked' | 'stopped' | 'released';
export type ShowcaseStep = 'paid' | 'released' | 'stopped';

type Transition = { step: ShowcaseStep; from: readonly StoredState[]; to: StoredState };

/** All possible changes of the state of a week on the home page. A week that was not paid in time can still be paid. */
const TRANSITIONS: readonly Transition[] = [
  { step: 'paid', from: ['reserved', 'released'], to: 'booked' },
  { step: 'released', from: ['reserved', 'released'], to: 'released' },
  { step: 'stopped', from: ['booked'], to: 'stopped' },
];

/** The state after `step`; undefined if it is not allowed. */
export const stateAfter = (from: StoredState, step: ShowcaseStep): StoredState | undefined =>
  TRANSITIONS.find((each) => each.step === step && each.from.includes(from))?.to;

type Row = {
  state: StoredState;
  startsOn: string;
  endsOn: string;
  reservedUntil: Date;
};

/** Whether a place on the home page is reserved for an unpaid week. */
export const isReserved = ({ state, reservedUntil }: Pick<Row, 'state' | 'reservedUntil'>, now: Date) =>
  state === 'reserved' && reservedUntil > now;

/** The state of a week on the home page, at the time `now`. */
export function stateOf(row: Row, now: Date): ShowcaseState {
  if (row.state === 'reserved') return isReserved(row, now) ? 'reserved' : 'released';
  if (row.state !== 'booked') return row.state;
  const today = dayOf(now);
  if (today < row.startsOn) return 'upcoming';
  return today < row.endsOn ? 'running' : 'ended';
}

/** Why a week on the home page ended early, or that its reservation ended. */
export function endOf(row: Row & { endedBecause: ShowcaseEnd | null }, now: Date): ShowcaseEnd | null {
  return row.endedBecause ?? (stateOf(row, now) === 'released' ? 'expired' : null);
}

/** Whether a week on the home page is paid and has not ended. */
export const mayBeStopped = (row: Row, now: Date) => ['upcoming', 'running'].includes(stateOf(row, now));

/** Whether a payment can still buy this week on the home page. */
export const mayBePaid = ({
  state,
  endedBecause,
}: {
  state: StoredState;
  endedBecause: ShowcaseEnd | null;
}) => state === 'reserved' || (state === 'released' && endedBecause === 'expired');
