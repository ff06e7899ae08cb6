import { useQuery } from '@tanstack/react-query';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { turnaroundQuery } from './queries';
import { asSentence, basisWords, measuredWords } from './words';

/** Measured turnaround of a family; undefined while loading, and with too few samples. */
export function useMeasured(family: string | undefined): Turnaround | undefined {
  const { data } = useQuery(turnaroundQuery());
  return data?.find((each) => each.family === family && each.n_received !== null);
}

/** The mark of figures that include demo samples: they are not a record of a real laboratory. */
export const demoMark = 'Demo figures';

/** Promised turnaround of a test, marked as a promise, and the measured one, with enough samples. */
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

/** Promised and measured turnaround as sentences, with the basis of the figures. */
export function TurnaroundSentences({ item }: { item: { family: string; tat_text: string } }) {
  const measured = useMeasured(item.family);
  return (
    <>
      <span>{`Promised turnaround: ${item.tat_text}.`}</span>
      {measured ? <span>{` ${sentence(measured)} (${item.family}; ${basisWords(measured)}).`}</span> : null}
    </>
  );
}
