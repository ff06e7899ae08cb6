import type { OpenSample } from '@vialproof/contract/turnaround';
import { demoMark, useMeasured } from '../../data/turnaround/turnaround-of';
import { usualWords } from '../../data/turnaround/words';

/**
 * How long a sample has been waiting, compared with similar tests: 'Today is working day 6. For Peptides it is usually
 * 6 working days or fewer.'
 */
export function OpenSampleDay({ sample: { family, working_day } }: { sample: OpenSample }) {
  const measured = useMeasured(family);
  const usual = measured && usualWords(measured);
  const today =
    working_day === 0
      ? 'The first working day after its receipt is working day 1'
      : `Today is working day ${working_day}`;
  return (
    <span className="mt-1 block">
      {usual
        ? `${today}. For ${family} it is ${usual}${measured.is_demo ? ` (${demoMark.toLowerCase()})` : ''}.`
        : `${today}.`}
    </span>
  );
}
