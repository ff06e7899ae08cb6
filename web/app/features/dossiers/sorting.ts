import type { DossierTest } from '@vialproof/contract/dossiers';

/** The columns by which a reader can sort the tests. `name` is the maker, or the compound on the page of a maker. */
const columns = ['name', 'batch', 'purity', 'amount', 'verdict', 'date'] as const;
export type SortColumn = (typeof columns)[number];
export interface Sort {
  by: SortColumn;
  isDown: boolean;
}

export const newestFirst: Sort = { by: 'date', isDown: true };

/** The direction of a column that the reader chooses first, in words: numbers and dates go down, names go up. */
const directions: Record<SortColumn, { first: 'down' | 'up'; up: string; down: string }> = {
  name: { first: 'up', up: 'A to Z', down: 'Z to A' },
  batch: { first: 'up', up: 'A to Z', down: 'Z to A' },
  purity: { first: 'down', up: 'lowest first', down: 'highest first' },
  amount: { first: 'down', up: 'lowest first', down: 'highest first' },
  verdict: { first: 'up', up: 'within limits first', down: 'outside limits first' },
  date: { first: 'down', up: 'oldest first', down: 'newest first' },
};

/** The sort as the address has it: 'purity', '-purity'. Newest first without one, and for an unknown word. */
export function readSort(typed: string | undefined): Sort {
  const by = columns.find((column) => column === typed?.replace(/^-/, ''));
  return by ? { by, isDown: typed?.startsWith('-') === true } : newestFirst;
}

/** The sort for the address; undefined for the usual one. */
export const sortWord = ({ by, isDown }: Sort): string | undefined =>
  by === newestFirst.by && isDown === newestFirst.isDown ? undefined : `${isDown ? '-' : ''}${by}`;

/** The sort after a click on a column. */
export const sortAfter = (now: Sort, by: SortColumn): Sort => ({
  by,
  isDown: now.by === by ? !now.isDown : directions[by].first === 'down',
});

export const directionWords = ({ by, isDown }: Sort): string => directions[by][isDown ? 'down' : 'up'];

const verdicts = ['pass', 'partly', 'not_judged', 'fail'] as const;

/** A text that sorts as readers expect: 'L9' before 'L10', capitals beside small letters. */
const sortable = (text: string | null) =>
  text?.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0')) ?? null;

function sortedBy(test: DossierTest, by: SortColumn, name: 'compound' | 'maker'): string | number | null {
  switch (by) {
    case 'name':
      return sortable(test[name]);
    case 'batch':
      return sortable(test.batch_code);
    case 'purity': {
      const purity = Number(test.purity?.value ?? Number.NaN);
      return Number.isNaN(purity) ? null : purity;
    }
    case 'amount':
      return test.label_percent;
    case 'verdict':
      return test.verdict && verdicts.indexOf(test.verdict.is);
    case 'date':
      return test.published_at;
  }
}

/** The tests in this order. Equal tests keep their order, and tests without the value come last. */
export function sortTests(tests: DossierTest[], { by, isDown }: Sort, name: 'compound' | 'maker') {
  return tests.toSorted((one, other) => {
    const [a, b] = [sortedBy(one, by, name), sortedBy(other, by, name)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const upwards = a < b ? -1 : a > b ? 1 : 0;
    return isDown ? -upwards : upwards;
  });
}
