import type { ListFilter } from '../list.store.ts';

/** The ids of the answers of lists that nothing narrows but the two switches above them. */
export const WHOLE_LISTS = ['', 'public', 'sterility', 'public sterility'];

/** The filter of one of them. */
export const wholeListOf = (id: string): ListFilter => ({
  onlyPublic: id.includes('public'),
  onlySterility: id.includes('sterility'),
  narrowed: {},
  words: [],
});

/** The id of the answer of a list; undefined where it is narrowed or searched. */
export function wholeListId({ onlyPublic, onlySterility, narrowed, words }: ListFilter): string | undefined {
  if (words?.length !== 0 || Object.keys(narrowed).length > 0) return undefined;
  return [onlyPublic ? 'public' : '', onlySterility ? 'sterility' : ''].filter(Boolean).join(' ');
}
