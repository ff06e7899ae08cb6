/** The search text under this name in the address. */
export function textIn(params: URLSearchParams, name = 'q'): string {
  return (params.get(name) ?? '').trim().slice(0, 200);
}

/** The value of this choice in the address; '' if the value is unknown. */
export function choiceIn<Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | '' {
  return choices.find((one) => one === params.get(name)) ?? '';
}

const mostPages = 1_000_000;

/** The page number in an address. Anything but a number from 1 up means page 1, as on the server. */
export function pageIn(params: URLSearchParams): number {
  const typed = params.get('page') ?? '';
  return /^\d{1,16}$/.test(typed) ? Math.min(Math.max(Number(typed), 1), mostPages) : 1;
}

/** The parameters of an address with these changes. An empty value removes its parameter. */
export function withParams(params: URLSearchParams, change: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** A filter as query parameters. Empty values are left out. */
export type FilterQuery<Filter> = {
  [Name in keyof Filter]?: Filter[Name] extends number ? string : Exclude<Filter[Name], ''>;
};

/** Makes a filter into query parameters, without empty values and without page 1. */
export function filterQuery<Filter extends object>(filter: Filter): FilterQuery<Filter> {
  const asked = Object.entries(filter).filter(
    ([name, value]) => value !== '' && !(name === 'page' && value === 1),
  );
  return Object.fromEntries(asked.map(([name, value]) => [name, String(value)])) as FilterQuery<Filter>;
}
