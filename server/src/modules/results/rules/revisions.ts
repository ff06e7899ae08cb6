import type { FieldError } from '@vialproof/contract/errors';
import type { InjectionDoubt } from '@vialproof/contract/injections';
import type { RevisionState } from '@vialproof/contract/lab';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { Measurement } from '@vialproof/contract/results';
import { warningNames } from '@vialproof/science/chromatography/trace-reasons';
import { plainNumber } from '@vialproof/science/measurement/measuring';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import {
  besideInjections,
  compareWithTrace,
  type PurityTrace,
  tracedPurityProblem,
} from '@vialproof/science/measurement/traced-purity';

export type RevisionEvent = 'begun' | 'submitted' | 'returned' | 'published' | 'superseded' | 'retracted';
type Transition = { event: RevisionEvent; from: RevisionState | null; to: RevisionState };

/** All possible changes of a revision's state. */
export const TRANSITIONS: readonly Transition[] = [
  { event: 'begun', from: null, to: 'draft' },
  { event: 'submitted', from: 'draft', to: 'in_review' },
  { event: 'returned', from: 'in_review', to: 'draft' },
  { event: 'published', from: 'in_review', to: 'published' },
  { event: 'superseded', from: 'published', to: 'superseded' },
  { event: 'retracted', from: 'published', to: 'retracted' },
];

/** The state after `event`; undefined if it is not allowed. */
export function stateAfter(from: RevisionState | null, event: RevisionEvent): RevisionState | undefined {
  return TRANSITIONS.find((each) => each.event === event && each.from === from)?.to;
}

export const isOpen = (state: RevisionState) => state === 'draft' || state === 'in_review';

/** Whether a first draft can begin. Later drafts are corrections of a published result. */
export const mayBegin = (status: RequestStatus) => status === 'received';

/** Whether a member of staff can work on the sample. */
export const maySomebodyWork = (status: RequestStatus, open: RevisionState | undefined) =>
  open !== undefined || status === 'paid' || status === 'awaiting_sample' || status === 'received';

/** Whether a save may replace the draft. `sent` is the version that the client has seen, 0 if none was saved. */
export function isCurrentVersion(sent: number, draft: number | undefined): boolean {
  return sent === (draft ?? 0);
}

/**
 * What is missing before a submission, by field: a purity needs its chromatogram or a reason, a guard band needs an
 * uncertainty, and each warning needs a reason.
 */
export function submissionErrors(
  draft: { title: string; measurements: Measurement[]; deviations?: string | undefined },
  trace: (PurityTrace & { unexplained: readonly string[] }) | null,
  injections: readonly ReportedInjection[],
): FieldError[] {
  const errors: FieldError[] = [];
  if (draft.title === '') errors.push({ path: 'title', message: 'Give the result a title.' });
  if (draft.measurements.length === 0)
    errors.push({ path: 'measurements', message: 'Enter at least one measurement.' });
  draft.measurements.forEach((line, place) => {
    const problem =
      line.value === ''
        ? { path: 'value', message: 'Enter a value.' }
        : (tracedPurityProblem(line, trace) ?? figureProblem(line, draft.deviations));
    if (problem) errors.push({ ...problem, path: `measurements.${place}.${problem.path}` });
  });
  const hasPurity = draft.measurements.some((line) => compareWithTrace(line, trace) !== 'untied');
  if (hasPurity && trace && trace.unexplained.length > 0) {
    const message = `Say why the purity is reported in spite of the warnings: ${warningNames(trace.unexplained)}.`;
    errors.push({ path: 'chromatogram.reason', message });
  }
  return [...errors, ...injections.flatMap(injectionErrors)];
}

function figureProblem(line: Measurement, deviations: string | undefined): FieldError | undefined {
  const { rule, decision_rule, qualifier, uncertainty, max_rsd_percent: most, computed } = line;
  const isFigure = !qualifier && (computed?.mean != null || plainNumber(line.value) !== undefined);
  if (
    decision_rule === 'guard_band' &&
    rule &&
    rule.kind !== 'absent' &&
    isFigure &&
    uncertainty?.U === undefined
  ) {
    const message = 'A guard band was agreed for this line: give the uncertainty of the value.';
    return { path: 'uncertainty', message };
  }
  const rsd = computed?.rsd_percent;
  if (most === undefined || rsd == null || rsd <= most || deviations) return undefined;
  const message = `The replicates have an RSD of ${rsd.toFixed(2)} %, and the method allows ${plainDecimals(most)} %: record the deviation.`;
  return { path: 'replicates', message };
}

/** The lines of a result, each with the number of injections that its repeated values come from. */
export function besideTrace(
  lines: readonly Measurement[],
  trace: { facts: PurityTrace; others: readonly number[] } | undefined,
): Measurement[] {
  const known = trace ? { ...trace.facts, others: trace.others } : null;
  return lines.map((line) => besideInjections(line, known));
}

type ReportedInjection = {
  id: string;
  fileName: string;
  /** Why the injection cannot count. The words end a sentence. */
  problem?: string | null;
  isUsed: boolean;
  reason: string | null;
  doubts: readonly InjectionDoubt[];
  wantsTime: boolean;
};

/** Errors about injections that are neither used nor have a reason. */
function injectionErrors({
  id,
  fileName,
  isUsed,
  reason,
  doubts,
  wantsTime,
  problem,
}: ReportedInjection): FieldError[] {
  const path = `injections.${id}`;
  if (!isUsed) {
    return reason === null ? [{ path, message: `Say why ${fileName} is not used.` }] : [];
  }
  const message = `Type when ${fileName} was injected, or say why nobody knows it.`;
  const again = `${fileName} ${problem}. Count it again, or say why it is not used.`;
  return [
    ...(problem ? [{ path, message: again }] : []),
    ...doubts.map((doubt) => ({ path, message: `${fileName} ${DOUBT_WORDS[doubt]}` })),
    ...(wantsTime ? [{ path, message }] : []),
  ];
}

const DOUBT_WORDS: Record<InjectionDoubt, string> = {
  before_receipt: 'was injected before the sample was received. A reviewer has to allow it.',
  in_future: 'was injected in the future, by its own date. A reviewer has to allow it.',
  other_sample: 'names another task as its sample. A reviewer has to allow it.',
  unnamed_sample: 'names a sample without the number of this task. A reviewer has to allow it.',
};
