import { useQuery } from '@tanstack/react-query';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { turnaroundQuery } from './queries';
import { asSentence, basisWords, measuredWords } from './words';

/** What was measured of a family; undefined while it is not known, and of too few samples. */
export function useMeasured(family: string | undefined): Turnaround | undefined {
  const { data } = useQuery(turnaroundQuery());
  return data?.find((each) => each.family === family && each.n_received !== null);
}

/** Said of figures that samples of the demo are among: they are no record of a laboratory. */
export const demoMark = 'Demo figures';

/** What is promised of a test, called a promise, and what its family took, where enough was measured. */
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

/** The same as sentences, with what the figures rest on. */
export function TurnaroundSentences({ item }: { item: { family: string; tat_text: string } }) {
  const measured = useMeasured(item.family);
  return (
    <>
      <span>{`Promised turnaround: ${item.tat_text}.`}</span>
      {measured ? <span>{` ${sentence(measured)} (${item.family}; ${basisWords(measured)}).`}</span> : null}
    </>
  );
}
