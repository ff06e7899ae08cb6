import { momentWords } from '../calendar/dates.ts';
import type { DescribedTrace } from '../chromatography/types.ts';

type Run = Pick<DescribedTrace, 'sample_name' | 'injected_at' | 'injection_time'>;

/** The time of a run and its source, as the last words of a sentence. */
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
 * The sample and the time of the reported run: text before the name, name, and text after it. The name stays separate,
 * because other people wrote it.
 */
export function runParts(run: Run): { before: string; name: string; after: string } | null {
  const { sample_name: name, injected_at: at, injection_time: time } = run;
  if (time === undefined) return null;
  const words = injectedWords(at ?? null, time);
  if (!name) return { before: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`, name: '', after: '' };
  return { before: 'Sample “', name, after: `”, ${words}.` };
}

/** As `runParts`, in one sentence for paper. Empty for old results. */
export function runSentence(run: Run): string {
  const parts = runParts(run);
  return parts ? `${parts.before}${parts.name}${parts.after}` : '';
}
