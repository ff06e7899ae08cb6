import type { Measurement } from '@vialproof/contract/results';
import {
  DECISION_WORDS,
  overrideNote,
  reportedWords,
  valueNotes,
} from '@vialproof/science/measurement/measurement-words';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { VerdictWords } from '../../ui/verdict';
import type { Live } from './use-live';

/** The result of one line in a sentence below it. */
export function LiveNotes({ live }: { live: Live }) {
  const notes = [...certaintyNotes(live.line), ...valueNotes(live.line)];
  const override = overrideNote(live.line);
  if (notes.length === 0 && !override) return null;
  return (
    <div className="figures text-ink-soft text-sm">
      {notes.length > 0 ? <p>{notes.join(' · ')}</p> : null}
      {override ? <p className="text-ink">{override}</p> : null}
    </div>
  );
}

/** The uncertainty of the value, the verdict that follows, and whether repeated values differ too much. */
function certaintyNotes(line: Measurement): string[] {
  const { uncertainty, decision, p_conform: p, computed, max_rsd_percent: most } = line;
  const rsd = computed?.rsd_percent ?? 0;
  return [
    ...(uncertainty?.U === undefined ? [] : [reportedWords(line)]),
    ...(p === undefined || !decision
      ? []
      : [`${DECISION_WORDS[decision]}: within its limits with ${percentOf(p)} probability`]),
    ...(most !== undefined && rsd > most
      ? [`RSD above the ${plainDecimals(most)} % that the method allows: it wants a recorded deviation`]
      : []),
  ];
}

/** A probability in per cent. Never 0 % or 100 %, because no measurement is certain. */
function percentOf(probability: number): string {
  if (probability > 0.999) return '> 99.9 %';
  return probability < 0.001 ? '< 0.1 %' : `${(100 * probability).toFixed(1)} %`;
}

/** The verdict for the present input. Screen readers say it when it changes. */
export function LiveVerdict({ live }: { live: Live }) {
  const { verdict, override, decision } = live.line;
  const isMore =
    decision !== undefined && decision !== 'pass' && decision !== 'fail' && decision !== 'not_judged';
  return (
    <output className="flex min-h-12 flex-wrap items-center gap-x-1.5">
      {isMore ? (
        <VerdictWords kind="none">{DECISION_WORDS[decision]}</VerdictWords>
      ) : (
        <VerdictWords kind={verdict ?? 'none'}>
          {verdict ? { pass: 'Pass', fail: 'Fail' }[verdict] : 'None yet'}
        </VerdictWords>
      )}
      {override ? <span className="text-ink-soft text-xs">set aside</span> : null}
    </output>
  );
}
