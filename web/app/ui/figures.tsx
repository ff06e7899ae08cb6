import { formatDate, formatDateTime } from '@vialproof/science/calendar/dates';
import { formatMoney } from '@vialproof/science/money/money';
import { useSyncExternalStore } from 'react';

/** Cents as dollars with two decimals. */
export function Money({ cents, className = '' }: { cents: number; className?: string }) {
  return <span className={`figures ${className}`}>{formatMoney(cents)}</span>;
}

const never = () => () => undefined;

/** False on the server and until React has started. Output that depends on the reader's device waits for true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A day in the reader's time zone. The exact time is shown under the pointer, or always with `exact`. */
export function Instant({ at, exact = false }: { at: string; exact?: boolean }) {
  const zone = useHydrated() ? undefined : 'UTC';
  return (
    <time dateTime={at} title={formatDateTime(at, zone)}>
      {exact ? formatDateTime(at, zone) : formatDate(at, zone)}
    </time>
  );
}
