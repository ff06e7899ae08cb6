import type { FacetValue, TestFacets } from '@vialproof/contract/tests';
import { ChevronDown } from 'lucide-react';
import type { Narrowing } from './queries';

const facetLabels: Record<keyof TestFacets, string> = {
  compound: 'Compound',
  maker: 'Maker',
  verdict: 'Result',
  year: 'Published in',
  tested: 'What was tested',
};
const orders: FacetValue[] = [
  { value: 'purity', label: 'Highest purity', count: 0 },
  { value: 'deviation', label: 'Nearest to the label', count: 0 },
];

/** How many choices are always visible. The others are in a closed part. */
const shownAtOnce = 5;

function Choice({ name, choice, isChosen }: { name: string; choice: FacetValue; isChosen: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="radio"
        name={name}
        value={choice.value}
        defaultChecked={isChosen}
        className="size-4 shrink-0 accent-accent"
      />
      <span dir="auto" className="min-w-0 grow wrap-anywhere">
        {choice.label}
      </span>
      {choice.count > 0 ? (
        <span className="figures text-ink-soft">{choice.count.toLocaleString('en-US')}</span>
      ) : null}
    </label>
  );
}

/** Radio buttons for one filter. The first one means no filter. The chosen one is always visible. */
function Choices(props: { name: string; label: string; none: string; chosen: string; values: FacetValue[] }) {
  const { name, label, none, chosen, values } = props;
  const isListed = chosen === '' || values.some(({ value }) => value === chosen);
  const all = isListed ? values : [{ value: chosen, label: chosen, count: 0 }, ...values];
  // A closed part for a single choice would not save space.
  const atOnce = all.length === shownAtOnce + 1 ? all.length : shownAtOnce;
  const rest = all.slice(atOnce);
  const drawn = (choice: FacetValue) => (
    <Choice key={choice.value} name={name} choice={choice} isChosen={choice.value === chosen} />
  );
  return (
    <fieldset className="min-w-0">
      {/* The legend floats, because otherwise it would cover the border of the fieldset. */}
      <legend className="label float-left w-full pt-5 pb-1">{label}</legend>
      <div className="clear-both mb-4">
        {[{ value: '', label: none, count: 0 }, ...all.slice(0, atOnce)].map(drawn)}
        {rest.length > 0 ? (
          <details open={rest.some(({ value }) => value === chosen)} className="group/more">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 text-accent text-sm [&::-webkit-details-marker]:hidden">
              <ChevronDown className="size-4 group-open/more:rotate-180" />
              <span>{`${rest.length} more`}</span>
            </summary>
            {rest.map(drawn)}
          </details>
        ) : null}
      </div>
    </fieldset>
  );
}

/** The filters of the list, where each choice shows its number of tests, and the sort order. */
export function FacetFilters({ facets, chosen }: { facets: TestFacets | undefined; chosen: Narrowing }) {
  return (
    <>
      <Choices name="sort" label="Order" none="Newest first" chosen={chosen.sort} values={orders} />
      {(Object.keys(facetLabels) as (keyof TestFacets)[]).map((name) => {
        const values = facets?.[name] ?? [];
        return values.length === 0 && chosen[name] === '' ? null : (
          <Choices
            key={name}
            name={name}
            label={facetLabels[name]}
            none="All"
            chosen={chosen[name]}
            values={values}
          />
        );
      })}
    </>
  );
}
