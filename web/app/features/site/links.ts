export interface SiteLink {
  to: string;
  header: string;
  menu: string;
}

/** The links in the order of 'Navigation' in the specification. */
export const siteLinks: SiteLink[] = [
  { to: '/', header: 'Home', menu: 'HOME' },
  { to: '/pricing', header: 'Pricing', menu: 'PRICING' },
  { to: '/tests', header: 'Tests', menu: 'TESTS' },
  { to: '/group-tests', header: 'Group tests', menu: 'GROUP TESTS' },
  { to: '/verify', header: 'Verify', menu: 'VERIFY TEST' },
  { to: '/how-it-works', header: 'How it works', menu: 'HOW IT WORKS' },
];

const signInPaths = /^\/(?:login|register|verify-email|reset-password)(?:\/|$)/;

/** The address of a sign-in page. It keeps the page that the user wanted before (`?next=`). */
export function carryNext(path: string, from: { pathname: string; search: string }): string {
  const next = signInPaths.test(from.pathname) ? new URLSearchParams(from.search).get('next') : null;
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}
