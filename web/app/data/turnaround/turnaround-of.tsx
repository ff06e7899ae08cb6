import { useQuery } from '@tanstack/react-query';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { turnaroundQuery } from './queries';
import { asSentence, basisWords, measuredWords } from './words';

/** The measured turnaround of a product family. Undefined while it loads, and with too few samples. */
export function useMeasured(family: string | undefined): Turnaround | undefined {
  const { data } = useQuery(turnaroundQuery());
  return data?.find((each) => each.family === family && each.n_received !== null);
}

/** The mark of numbers that include demo samples. Such numbers are not the record of a real laboratory. */
export const demoMark = 'Demo figures';

/** The promised turnaround of a test, marked as a promise, and the measured turnaround if there are enough samples. */
export function TurnaroundOf({ item }: { item: { family: string; tat_text: string } }) {
  const measured = useMeasured(item.family);
  return (
    <>
      <span className="block">{`TAT: ${item.tat_text} (promised)`}</span>
      {measured ? (
        <span className="block">
          {`${measured.is_demo ? demoMark : 'Measured'}: ${measuredWords(measured) ?? ''}`}
        </span>
      ) : null}
    </>
  );
}

function sentence(measured: Turnaround): string {
  const words = measuredWords(measured) ?? '';
  return measured.is_demo ? `${demoMark}, no record of a laboratory: ${words}` : asSentence(words);
}

/** The promised and the measured turnaround as sentences, with the samples that the numbers are based on. */
export function TurnaroundSentences({ item }: { item: { family: string; tat_text: string } }) {
  const measured = useMeasured(item.family);
  return (
    <>
      <span>{`Promised turnaround: ${item.tat_text}.`}</span>
      {measured ? <span>{` ${sentence(measured)} (${item.family}; ${basisWords(measured)}).`}</span> : null}
    </>
  );
}
