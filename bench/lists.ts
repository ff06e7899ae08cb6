/** Addresses of the public list that several sections ask for. */
export const FIRST = '/api/tests';
export const DEEP = '/api/tests?page=5000';
export const PAGE = '/tests';
/** A frequent compound, a rarer maker, one batch's beginning, a task number, digits in many numbers, nothing. */
export const SEARCHES = ['semaglutide', 'maker h7', 'b26', '19876', '987', 'unheard of'];
/** Chosen values, other orders, a search among them, and a typing error. */
export const NARROWED = [
  '/api/tests?compound=semaglutide&verdict=fail&sort=purity',
  '/api/tests?search=semaglutide&maker=maker-h7&sort=deviation',
  '/api/tests?search=semaglutde&year=2026',
];
export const search = (term: string) => `/api/tests?search=${encodeURIComponent(term)}`;
