import type { MeasurementInput } from '@vialproof/contract/results';
import {
  compareWithTrace,
  type PurityTrace,
  tracedPurityProblem,
} from '@vialproof/science/measurement/traced-purity';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { OfferedReasons } from '../offered-reasons';
import type { Set as SetCell } from './measurement-details';
import type { Row } from './measurement-text';

/**
 * The purity of the chromatogram with two to four decimals. With several measurements: all their purities, with spaces
 * between.
 */
export function takenFrom(line: MeasurementInput, trace: PurityTrace): string | undefined {
  const { purity_percent: percent, others = [] } = trace;
  if (percent === null) return undefined;
  if (others.length > 0) return [percent, ...others].map((share) => share.toFixed(2)).join(' ');
  const { replicates: _, qualifier: __, ...alone } = line;
  const written = [2, 3, 4].map((decimals) => percent.toFixed(decimals));
  return written.find((value) => compareWithTrace({ ...alone, value }, trace) === 'same') ?? written.at(-1);
}

/**
 * The reported purity beside the purity of the chromatogram. A button takes that value. Another value needs a reason.
 */
export function TracedPurity({
  row,
  line,
  trace,
  set,
  error,
}: {
  row: Row;
  line: MeasurementInput;
  trace: PurityTrace | null;
  set: SetCell;
  error: string | undefined;
}) {
  const standing = compareWithTrace(line, trace);
  const isEmpty = row.value.trim() === '';
  const hasReason = row.traceReason.trim() !== '';
  if (!trace || (standing === 'untied' && !hasReason) || (standing === 'same' && !hasReason)) {
    return error ? <FieldError>{error}</FieldError> : null;
  }
  const { others = [] } = trace;
  const figure = takenFrom(line, trace);
  const take =
    figure && standing !== 'same' && standing !== 'untied' ? (
      <Button variant="secondary" size="small" className="min-h-11" onClick={() => set('value', figure)}>
        {`Take ${figure} from ${others.length > 0 ? `the ${others.length + 1} injections` : 'the chromatogram'}`}
      </Button>
    ) : null;
  if (isEmpty && !hasReason) return take;
  const problem = tracedPurityProblem({ ...line, trace_override: undefined }, trace);
  const isTold = standing === 'differs' || standing === 'unnamed';
  return (
    <div className="grid w-full gap-3 border-wait border-l-2 pl-3">
      <p className="text-sm">
        {isTold && hasReason
          ? `Handed in with its reason, beside the ${trace.purity_percent === null ? 'trace' : `${trace.purity_percent.toFixed(2)} % area of the trace’s main peak`}.`
          : (problem?.message ?? 'The value is that of the trace: no reason is needed.')}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        {take}
        {isTold || hasReason ? (
          <div className="min-w-64 flex-1">
            <TextInput
              isQuiet
              label="Why it differs from the trace, for everybody to read"
              value={row.traceReason}
              error={error}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => set('traceReason', target.value)}
            />
            <div className="mt-3">
              <OfferedReasons place="trace" onChoose={(reason) => set('traceReason', reason)} />
            </div>
          </div>
        ) : null}
        {!isTold && hasReason ? (
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            onClick={() => set('traceReason', '')}
          >
            Take the reason back
          </Button>
        ) : null}
      </div>
    </div>
  );
}
