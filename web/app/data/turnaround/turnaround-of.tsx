import { useQuery } from '@tanstack/react-query';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { turnaroundQuery } from './queries';

/** The measured turnaround of a product family. Undefined while it loads, and with too few samples. */
export function useMeasured(family: string | undefined): Turnaround | undefined {
  const { data } = useQuery(turnaroundQuery());
  return data?.find((each) => each.family === family && each.n_received !== null);
}

/** The mark of numbers that include demo samples. Such numbers are not the record of a real laboratory. */
export const demoMark = 'Demo figures';

/** The sample and the promised turnaround of a test, as its cards show them. */
export function SampleAndTurnaround({ item }: { item: { sample_requirement: string; tat_text: string } }) {
  return (
    <>
      <span className="block">{`Sample: ${item.sample_requirement}`}</span>
      <span className="block">{`TAT: ${item.tat_text} (promised)`}</span>
    </>
  );
}

/** Explains the short form on the cards below it. */
export const turnaroundTerm =
  'TAT: turnaround time, in working days from the receipt of the vial to the published result.';
