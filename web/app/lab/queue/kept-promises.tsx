import { useQuery } from '@tanstack/react-query';
import { promisesQuery } from '../queries';

const percent = (share: number) => Math.round(100 * share);

/**
 * One line: 'Promised days kept: 47 of 50 in the last 90 days (84–98 %)'. Shows nothing before the first promised day.
 */
export function KeptPromisesLine() {
  const { data } = useQuery(promisesQuery);
  if (!data?.interval) return null;
  const { low, high } = data.interval;
  return (
    <p className="text-ink-soft text-sm">
      Promised days kept: <span className="figures text-ink">{`${data.n_kept} of ${data.n_due}`}</span>{' '}
      <span>{`samples received in the last 90 days whose day is over (${percent(low)}–${percent(high)}\u00a0%, the 95\u00a0% interval of the rate)`}</span>
      <span>{data.is_demo ? '; demo samples are among them' : ''}</span>.
    </p>
  );
}
