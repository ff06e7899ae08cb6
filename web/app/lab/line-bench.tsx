import type { MethodDetails } from '@vialproof/contract/bench-record';
import { Select, TextInput } from '../ui/inputs';
import type { LineBench } from './bench-text';

const DETAILS: [keyof MethodDetails, label: string][] = [
  ['document', 'Method document'],
  ['version', 'Its version'],
  ['column', 'Column'],
  ['gradient', 'Gradient'],
  ['injection', 'Injection'],
];

type Set = (bench: LineBench) => void;

/** Fields for the document of the method, the settings of the instrument, and what an amount refers to. */
export function MethodFields({
  bench,
  set,
  isAmount,
  isQuiet = false,
}: {
  bench: LineBench;
  set: Set;
  /**
   * Whether the line of the result is an amount. An amount refers to the peptide alone, or to the whole content of the
   * vial.
   */
  isAmount: boolean;
  isQuiet?: boolean;
}) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {DETAILS.map(([name, label]) => (
        <TextInput
          key={name}
          isQuiet={isQuiet}
          label={label}
          maxLength={200}
          autoComplete="off"
          value={bench[name]}
          onChange={({ target }) => set({ ...bench, [name]: target.value })}
        />
      ))}
      {isAmount || bench.contentBasis !== '' ? (
        <Select
          isQuiet={isQuiet}
          label="Amount of"
          value={bench.contentBasis}
          onChange={({ target }) =>
            set({ ...bench, contentBasis: target.value as LineBench['contentBasis'] })
          }
        >
          <option value="">not said</option>
          <option value="net_peptide">net peptide</option>
          <option value="as_is">all that is in it</option>
        </Select>
      ) : null}
    </div>
  );
}

/** Fields for the method, the date and the provider of the measurement of one line. */
export function LineBenchFields({
  bench,
  set,
  dayError,
  isAmount,
}: {
  bench: LineBench;
  set: Set;
  dayError: string | undefined;
  isAmount: boolean;
}) {
  return (
    <div className="grid gap-3 border-rule border-t pt-4">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextInput
          isQuiet
          type="date"
          label="Measured on"
          value={bench.measuredOn}
          error={dayError}
          onChange={({ target }) => set({ ...bench, measuredOn: target.value })}
        />
        <TextInput
          isQuiet
          label="Measured by another laboratory"
          maxLength={200}
          autoComplete="off"
          value={bench.provider}
          onChange={({ target }) => set({ ...bench, provider: target.value })}
        />
      </div>
      <MethodFields bench={bench} set={set} isAmount={isAmount} isQuiet />
    </div>
  );
}
