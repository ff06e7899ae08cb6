import type { DayInterval, Turnaround } from '@vialproof/contract/turnaround';

/** Rounds the days up: half a day counts as a whole day. */
const whole = (days: number) => Math.ceil(days);

/** A range of days in words: '4 to 7', '6 or more'. Undefined if its lower end is unknown. */
export function intervalWords({ low, high }: DayInterval): string | undefined {
  if (low === null) return undefined;
  const from = Math.floor(low);
  return high === null ? `${from} or more` : `${from} to ${whole(high)}`;
}

/** The turnaround in words: 'half are done by working day 5, nine of ten by day 9'. Undefined with too few samples. */
export function measuredWords({ n_received, median_days, nine_of_ten_days }: Turnaround): string | undefined {
  if (n_received === null) return undefined;
  if (median_days === null) return 'fewer than half are done so far';
  const half = `half are done by working day ${whole(median_days)}`;
  return nine_of_ten_days === null
    ? `${half}, not yet nine of ten`
    : `${half}, nine of ten by day ${whole(nine_of_ten_days)}`;
}

/**
 * The day by which nine of ten samples are done: 'usually 6 working days or fewer'. Undefined if fewer are done so far,
 * and with too few samples.
 */
export function usualWords({ n_received, nine_of_ten_days }: Turnaround): string | undefined {
  if (n_received === null || nine_of_ten_days === null) return undefined;
  return `usually ${whole(nine_of_ten_days)} working days or fewer`;
}

/** What the numbers are based on: 'measured over 34 samples received in the last 90 days, 3 of them open; …' */
export function basisWords({
  n_received,
  n_open,
  median_days,
  interval,
  nine_of_ten_days,
  nine_of_ten_interval,
}: Turnaround): string {
  const half = interval && median_days !== null ? intervalWords(interval) : undefined;
  const nine =
    nine_of_ten_interval && nine_of_ten_days !== null ? intervalWords(nine_of_ten_interval) : undefined;
  const intervals = [
    ...(half ? [`day ${half} for the half`] : []),
    ...(nine ? [`day ${nine} for nine of ten`] : []),
  ];
  const open = n_open ? `, ${n_open} of them open` : '';
  const said = intervals.length > 0 ? `; 95\u00a0% interval: ${intervals.join(', ')}` : '';
  return `measured over ${n_received} samples received in the last 90 days${open}${said}`;
}

/** The text with a capital first letter. */
export const asSentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
