/**
 * Number of cases of a stateful property test: a quarter in `npm test` (at least two), all in `.ci/nightly properties`,
 * which runs each file that imports this. These properties have no seed: each run tries other cases, and a failed case
 * is kept as an example that is tried first.
 */
export const cases = (all: number): number => (process.env.NIGHTLY ? all : Math.max(2, Math.ceil(all / 4)));
