import { isDeepStrictEqual } from 'node:util';
import type { DossierKind } from '@vialproof/contract/dossiers';
import type { CountedTest } from './counted-tests.ts';

/** The dossiers that count one of these tests. */
export function subjectsOf(tests: (CountedTest | undefined)[]): { kind: DossierKind; id: string }[] {
  const subjects = tests.flatMap((test) =>
    test
      ? [
          { kind: 'compound' as const, id: test.compound_id },
          { kind: 'maker' as const, id: test.maker_id },
          { kind: 'batch' as const, id: test.batch_id },
        ]
      : [],
  );
  const distinct = new Map<string, { kind: DossierKind; id: string }>();
  for (const { kind, id } of subjects) if (id !== null) distinct.set(`${kind} ${id}`, { kind, id });
  return [...distinct.values()];
}

const WRITTEN = ['compound', 'maker', 'batch_code', 'opened_later', 'superseded', 'retracted'] as const;
const RECORDS = ['compound_id', 'maker_id', 'batch_id'] as const;

/**
 * Whether a change only adds: a test is counted that was not, its first result is published, or what it names has a record now. What is
 * counted otherwise, corrected or taken away is no addition.
 */
export function isAddition(before: CountedTest | undefined, after: CountedTest | undefined): boolean {
  if (!after || after.state === 'withheld') return false;
  if (!before) return true;
  return (
    before.state === 'pending' &&
    WRITTEN.every((name) => before[name] === after[name]) &&
    RECORDS.every((name) => before[name] === null || before[name] === after[name])
  );
}

/** A row of the list as facets count it; undefined where there is none. */
type CountedRow = {
  is_public: boolean;
  compound_id: string | null;
  maker_id: string | null;
  verdict: string | null;
};

/** What a change of a row does to the facets of the whole list. */
export function changeOfFacets(
  before: CountedRow | undefined,
  after: CountedRow | undefined,
): 'nothing' | 'adds' | 'takes away' {
  if (isDeepStrictEqual(before, after)) return 'nothing';
  if (!after) return 'takes away';
  if (!before) return 'adds';
  const names = ['compound_id', 'maker_id'] as const;
  const isSame = names.every((name) => before[name] === null || before[name] === after[name]);
  return isSame && before.is_public === after.is_public && before.verdict === null ? 'adds' : 'takes away';
}
