import { momentWords } from '../calendar/dates.ts';
import type { DescribedTrace } from '../chromatography/types.ts';

type Run = Pick<DescribedTrace, 'sample_name' | 'injected_at' | 'injection_time'>;

/** The time of the run and where the time comes from, as the end of a sentence without a full stop. */
function injectedWords(at: string | null, time: NonNullable<Run['injection_time']>): string {
  const [one = '', other = ''] = (time.readings ?? []).map(momentWords);
  if (time.source === 'two_readings') {
    return because(`injected ${one}, or ${other} (the date in the file reads two ways)`, time.reason);
  }
  if (at === null || time.source === 'unreadable' || time.source === 'not_recorded') {
    const words =
      time.source === 'unreadable'
        ? 'time of injection in the file cannot be read'
        : 'time of injection not recorded';
    return because(words, time.reason);
  }
  const how =
    time.source === 'typed'
      ? 'typed by the laboratory, not read from the file'
      : 'as the instrument wrote it';
  return `injected ${momentWords(at)} (${how})`;
}

const because = (words: string, reason: string | undefined) =>
  reason ? `${words}: ${reason.replace(/\.$/, '')}` : words;

/**
 * The sample and the time of the reported run, in three parts: the text before the sample's name, the name, and the
 * text after it. The page shows the name separately, because it is untrusted text. Null for a result that stores
 * neither.
 */
export function runParts(run: Run): { before: string; name: string; after: string } | null {
  const { sample_name: name, injected_at: at, injection_time: time } = run;
  if (time === undefined) return null;
  const words = injectedWords(at ?? null, time);
  if (!name) return { before: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`, name: '', after: '' };
  return { before: 'Sample “', name, after: `”, ${words}.` };
}

/** The sample and time as a sentence, for paper; empty for a result that stores neither. */
export function runSentence(run: Run): string {
  const parts = runParts(run);
  return parts ? `${parts.before}${parts.name}${parts.after}` : '';
}
