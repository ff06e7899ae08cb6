/**
 * How many cases a property test tries: a quarter of `all` in `npm test` (at least two), all in the nightly run. Each
 * run tries other random cases. A case that failed is kept as an example.
 */
export const cases = (all: number): number => (process.env.NIGHTLY ? all : Math.max(2, Math.ceil(all / 4)));
