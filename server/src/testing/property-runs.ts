/**
 * How many cases of a property with state are tried: a quarter in `npm test` (two at least), all of them in
 * `.ci/nightly properties`, which runs each file that imports this. No such property has a seed: each run tries other cases,
 * and a case that failed once is kept as an example, which is tried first.
 */
export const cases = (all: number): number => (process.env.NIGHTLY ? all : Math.max(2, Math.ceil(all / 4)));
