import type { ListFilter } from '../list.store.ts';

/** The ids of the stored answers about the whole list. */
export const WHOLE_LISTS = ['', 'public', 'sterility', 'public sterility'];

export const wholeListOf = (id: string): ListFilter => ({
  onlyPublic: id.includes('public'),
  onlySterility: id.includes('sterility'),
  narrowed: {},
  words: [],
});

/** The id of the stored answer for this filter. Undefined for a filter whose answer is not stored. */
export function wholeListId({ onlyPublic, onlySterility, narrowed, words }: ListFilter): string | undefined {
  if (words?.length !== 0 || Object.keys(narrowed).length > 0) return undefined;
  return [onlyPublic ? 'public' : '', onlySterility ? 'sterility' : ''].filter(Boolean).join(' ');
}
