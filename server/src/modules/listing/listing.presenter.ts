import type { Named } from '@vialproof/contract/makers';
import type { Result } from '@vialproof/contract/results';
import { type ListedTest, type PublicTest, TESTS_VERDICTS, type TestFacets } from '@vialproof/contract/tests';
import type { FacetCount, FacetName, Narrowing } from '../publications/publications.service.ts';

type Names = { compounds: Map<string, Named>; makers: Map<string, Named> };

/** What the page of a test shows and the list does not. */
export type Detail = Pick<
  PublicTest,
  'dossiers' | 'dosage_text' | 'received_at' | 'registration' | 'retracted' | 'certificates' | 'raw_files'
> & {
  result: Result | null;
};

export function presentTest(listed: ListedTest, detail: Detail | null): PublicTest {
  return detail
    ? { ...listed, ...detail }
    : {
        ...listed,
        dosage_text: null,
        received_at: null,
        registration: null,
        retracted: null,
        certificates: [],
        raw_files: [],
        result: null,
      };
}

/** A value of a filter with its id, address and name. */
type NamedFacet = { facet: FacetName; id: string; value: string; label: string; count: number };

const VERDICT_LABELS: Record<string, string> = {
  pass: 'Within all limits',
  partly: 'Within limits, not all judged',
  fail: 'Outside a limit',
  not_judged: 'Not judged',
};

/** The values of a filter with names and counts, most tests first. */
export function namedFacets(
  counts: FacetCount[],
  { compounds, makers, analytes }: Names & { analytes: Map<string, string> },
): NamedFacet[] {
  const named = counts.flatMap(({ facet, id, tests: count }): NamedFacet[] => {
    if (facet === 'verdict') return [{ facet, id, value: id, label: VERDICT_LABELS[id] ?? id, count }];
    if (facet === 'year') return [{ facet, id, value: id, label: id, count }];
    if (facet === 'tested') return [{ facet, id, value: id, label: analytes.get(id) ?? id, count }];
    const record = (facet === 'compound' ? compounds : makers).get(id);
    return record ? [{ facet, id, value: record.slug, label: record.name, count }] : [];
  });
  return named.toSorted(
    (one, other) =>
      other.count - one.count || (one.label < other.label ? -1 : one.label > other.label ? 1 : 0),
  );
}

/** How many values of a filter are shown. */
const MOST_VALUES = 20;

/** The filters of a page. The chosen value comes first. */
export function presentFacets(
  values: NamedFacet[],
  {
    narrowed,
    asked,
  }: { narrowed: Narrowing; asked: Partial<Record<FacetName, string | number | undefined>> },
): TestFacets {
  const of = (name: FacetName) => values.filter(({ facet }) => facet === name);
  const ofNames = (name: 'compound' | 'maker' | 'tested') => {
    const isChosen = ({ id }: NamedFacet) => id === narrowed[name]?.id;
    const first = of(name).filter(isChosen);
    const rest = of(name).filter((value) => !isChosen(value));
    return [...first.map((value) => ({ ...value, value: String(asked[name]) })), ...rest].slice(
      0,
      MOST_VALUES,
    );
  };
  const wire = ({ value, label, count }: NamedFacet) => ({ value, label, count });
  return {
    compound: ofNames('compound').map(wire),
    maker: ofNames('maker').map(wire),
    verdict: TESTS_VERDICTS.flatMap((verdict) => of('verdict').filter(({ id }) => id === verdict)).map(wire),
    year: of('year')
      .toSorted((one, other) => Number(other.id) - Number(one.id))
      .map(wire),
    tested: ofNames('tested').map(wire),
  };
}
