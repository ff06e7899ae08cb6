import type { FacetValue, TestFacets } from '@vialproof/contract/tests';
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

/** Radio buttons for one filter. The first button means no filter. */
function Choices(props: { name: string; label: string; none: string; chosen: string; values: FacetValue[] }) {
  const { name, label, none, chosen, values } = props;
  const isListed = chosen === '' || values.some(({ value }) => value === chosen);
  const shown = isListed ? values : [{ value: chosen, label: chosen, count: 0 }, ...values];
  return (
    <fieldset className="min-w-0">
      {/* The legend floats, because otherwise it would cover the border of the fieldset. */}
      <legend className="label float-left w-full pt-5 pb-1">{label}</legend>
      {/* The list is six and a half choices high: a choice that is cut off shows that there are more. */}
      <div className="clear-both mb-4 max-h-72 overflow-y-auto">
        {[{ value: '', label: none, count: 0 }, ...shown].map((choice) => (
          <label key={choice.value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === chosen}
              className="size-4 shrink-0 accent-accent"
            />
            <span dir="auto" className="min-w-0 grow wrap-anywhere">
              {choice.label}
            </span>
            {choice.count > 0 ? (
              <span className="figures text-ink-soft">{choice.count.toLocaleString('en-US')}</span>
            ) : null}
          </label>
        ))}
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
