/** What is searched for under this name, as an address says it. */
export function textIn(params: URLSearchParams, name = 'q'): string {
  return (params.get(name) ?? '').trim().slice(0, 200);
}

/** Which of the choices an address names; none, '', when it names no such. */
export function choiceIn<Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | '' {
  return choices.find((one) => one === params.get(name)) ?? '';
}

const mostPages = 1_000_000;

/**
 * The page that an address asks for: decimal digits from 1; whatever else a stranger writes there is page 1. The server reads
 * numbers of a query in the same way.
 */
export function pageIn(params: URLSearchParams): number {
  const typed = params.get('page') ?? '';
  return /^\d{1,16}$/.test(typed) ? Math.min(Math.max(Number(typed), 1), mostPages) : 1;
}

/** The parameters of an address with some of them changed; an empty value takes one away. */
export function withParams(params: URLSearchParams, change: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** A filter as an address or a call says it: numbers in digits, without what is empty. */
export type FilterQuery<Filter> = {
  [Name in keyof Filter]?: Filter[Name] extends number ? string : Exclude<Filter[Name], ''>;
};

/** What is empty in a filter, and the first page, are left out. */
export function filterQuery<Filter extends object>(filter: Filter): FilterQuery<Filter> {
  const asked = Object.entries(filter).filter(
    ([name, value]) => value !== '' && !(name === 'page' && value === 1),
  );
  return Object.fromEntries(asked.map(([name, value]) => [name, String(value)])) as FilterQuery<Filter>;
}
