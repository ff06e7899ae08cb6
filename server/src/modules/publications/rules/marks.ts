import type { DossierKind } from '@vialproof/contract/dossiers';
import type { CountedTest } from './counted-tests.ts';

/** If a page has fewer tests, they are counted when a reader opens it, and the counts are not stored. */
export const LEAST_DOSSIER = 200;

/** The compounds, makers and batches whose pages count one of these tests. */
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

/** Whether a change only adds something to the counts: a new test, a first result, or a name. */
export function isAddition(before: CountedTest | undefined, after: CountedTest | undefined): boolean {
  if (!after || after.state === 'withheld') return false;
  if (!before) return true;
  return (
    before.state === 'pending' &&
    WRITTEN.every((name) => before[name] === after[name]) &&
    RECORDS.every((name) => before[name] === null || before[name] === after[name])
  );
}
