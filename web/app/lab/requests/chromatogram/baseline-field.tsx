import type { Integration } from '@vialproof/contract/chromatograms';
import type { Peak, PeakBaseline } from '@vialproof/contract/results';
import { Select } from '../../../ui/inputs';
import { baselineOf, choicesFor, groupAround, setBaseline } from './group-baseline';

const WORDS: Record<PeakBaseline, string> = {
  straight: 'Straight, with a drop at each valley',
  valley: 'Valley to valley',
  tangent: 'Tangent skim, this peak alone',
  rolling_ball: 'Rolling ball',
  instrument: 'As the instrument drew it',
};

/** The choice of a baseline for the chosen peak and the peaks that touch it. */
export function BaselineField({
  edit,
  peaks,
  peak,
  hasInstrument,
  onChange,
}: {
  edit: Integration;
  /** The peaks with their present start and end. */
  peaks: readonly Peak[];
  peak: number;
  hasInstrument: boolean;
  onChange: (edit: Integration) => void;
}) {
  const { first, last } = groupAround(edit, peak);
  return (
    <div className="max-w-sm">
      <Select
        label={first === last ? 'Baseline of this peak' : `Baseline of peaks ${first + 1} to ${last + 1}`}
        value={baselineOf(edit, peak)}
        onChange={({ target }) => onChange(setBaseline(edit, peak, target.value as PeakBaseline | ''))}
      >
        <option value="">That of the whole run</option>
        {choicesFor(edit, peaks, peak, hasInstrument).map((choice) => (
          <option key={choice} value={choice}>
            {WORDS[choice]}
          </option>
        ))}
      </Select>
    </div>
  );
}
