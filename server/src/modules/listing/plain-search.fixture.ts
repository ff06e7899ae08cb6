/** The texts of a test in which a search looks. */
export type Findable = {
  task_number: number;
  sku_name: string;
  compound_name: string | null;
  manufacturer: string | null;
  batch_code: string | null;
  result: { title: string } | null;
};

/** Other names of a compound. */
export type Spellings = Record<string, string[]>;

/** Whether a search word matches a test, found in a simple way. */
function hasWord(test: Findable, word: string, spellings: Spellings): boolean {
  const compound = test.compound_name?.toLowerCase() ?? '';
  const names = [
    test.sku_name,
    test.result?.title,
    compound,
    test.manufacturer,
    ...(spellings[compound] ?? []),
  ];
  const isLetters = /^[a-z]{3,}$/.test(word);
  const inNames = names.some((name) => {
    const pieces = name?.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
    const starts = pieces.map((_, at) => pieces.slice(at).join(''));
    return starts.some((start) => (isLetters ? start.includes(word) : start.startsWith(word)));
  });
  const isBeginning = /^\d{4,}$/.test(word) || (/\d/.test(word) && /[a-z]/.test(word) && word.length >= 3);
  const codes = [String(test.task_number), test.batch_code?.toLowerCase().replace('-', '')];
  const numbers = /^\d{3,}$/.test(word)
    ? (test.batch_code?.replace(/[^a-z0-9]/gi, '').match(/\d+/g) ?? [])
    : [];
  const inBatch = numbers.some((number) => (isBeginning ? number.startsWith(word) : number === word));
  return inNames || inBatch || codes.some((code) => (isBeginning ? code?.startsWith(word) : code === word));
}

/** Whether all words of a search match a test. */
export const isMeant = (test: Findable, search: string, spellings: Spellings): boolean =>
  search
    .toLowerCase()
    .split(' ')
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter(Boolean)
    .every((word) => hasWord(test, word, spellings));
