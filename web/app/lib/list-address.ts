import { pageNumber } from './page-number';

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

/** The page of a list that an address names, at least 1. */
export function pageIn(params: URLSearchParams): number {
  return pageNumber(params, 1_000_000);
}
