import type { MethodDetails } from '@vialproof/contract/bench-record';
import { Select, TextInput } from '../../ui/inputs';
import type { LineBench } from './bench-text';

const DETAILS: [keyof MethodDetails, label: string][] = [
  ['document', 'Method document'],
  ['version', 'Its version'],
  ['column', 'Column'],
  ['gradient', 'Gradient'],
  ['injection', 'Injection'],
];

/** By what a line was measured, when and by whom. */
export function LineBenchFields({
  bench,
  set,
  dayError,
  isAmount,
}: {
  bench: LineBench;
  set: (bench: LineBench) => void;
  dayError: string | undefined;
  /** An amount is of the peptide alone, or of all that is in the vial. */
  isAmount: boolean;
}) {
  return (
    <div className="grid items-start gap-3 border-rule border-t pt-4 sm:grid-cols-2 lg:grid-cols-4">
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
      {isAmount || bench.contentBasis !== '' ? (
        <Select
          isQuiet
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
      {DETAILS.map(([name, label]) => (
        <TextInput
          key={name}
          isQuiet
          label={label}
          maxLength={200}
          autoComplete="off"
          value={bench[name]}
          onChange={({ target }) => set({ ...bench, [name]: target.value })}
        />
      ))}
    </div>
  );
}
