import type { Dossier, DossierLine, DossierValue } from '@vialproof/contract/dossiers';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';

export const kindWords = { compound: 'Compound', maker: 'Maker', batch: 'Batch' } as const;

/** The address of the list with all tests of a subject. The list has no filter for a batch. */
export function allTests({ kind, slug, name }: Pick<Dossier['subject'], 'kind' | 'slug' | 'name'>): string {
  return `/tests?${new URLSearchParams(kind === 'batch' ? { search: name } : { [kind]: slug })}`;
}

/** What the numbers count, in words. */
export function unitWords(kind: Dossier['subject']['kind'], n: number): string {
  const one = kind === 'batch' ? 'test' : 'batch';
  const several = kind === 'batch' ? 'tests' : 'batches';
  return n === 1 ? one : several;
}

/** Says who sent the vials, and what that means for the numbers. */
export function senderWords(submitters: Dossier['submitters']): string | null {
  if (submitters === null) return null;
  const who = {
    '1': 'One customer sent all published tests, so the figures show the vials that this one customer chose to send.',
    '2-4':
      'Two to four customers sent the published tests, so the figures show the vials that these few chose to send.',
    '5+': 'Five or more customers sent the published tests; the figures show the vials that they chose to send, and nothing of those that nobody sent.',
  }[submitters];
  return who;
}

/** A share as text: '59.6 %'. */
export const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** The numbers of a limit in words: 'at least 98', '90 to 110'. Null without a limit. */
export function boundWords({ low, high }: Pick<DossierValue, 'low' | 'high'>): string | null {
  if (low !== null && high !== null) return `${plainDecimals(low)} to ${plainDecimals(high)}`;
  if (low !== null) return `at least ${plainDecimals(low)}`;
  return high === null ? null : `at most ${plainDecimals(high)}`;
}

/** The verdict of a value, in one word. */
export const verdictWords = (verdict: DossierValue['verdict']) =>
  verdict === null ? 'not judged' : verdict === 'pass' ? 'pass' : 'fail';

/** What a line says in one sentence: how many passed, and how many it was not tested in. */
export function lineWords(line: DossierLine, kind: Dossier['subject']['kind']): string {
  const { pass, fail, undecided, n_tested, n_not_tested } = line;
  const n = pass + fail;
  const said =
    n === 0
      ? `${n_tested} ${unitWords(kind, n_tested)} tested, none judged by a limit`
      : `${pass} of ${n} ${unitWords(kind, n)} passed`;
  const words = n > 0 && undecided > 0 ? `${said}, ${undecided} undecided` : said;
  return n_not_tested > 0 ? `${words}, ${n_not_tested} not tested` : words;
}

/** Says why some values are neither a pass nor a fail. */
export function undecidedWords({
  undecided,
  not_judged,
}: Pick<DossierLine, 'undecided' | 'not_judged'>): string {
  const disagree = undecided - not_judged;
  const parts = [
    disagree > 0 ? `${disagree} whose tests disagree` : [],
    not_judged > 0 ? `${not_judged} without a limit` : [],
  ].flat();
  return parts.join(', ');
}
