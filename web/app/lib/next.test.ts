import { describe, expect, it } from 'vitest';
import { isSignInReason, safeNext, signInAddress, withNext } from './next';

describe('the page that the user requested before the sign-in', () => {
  it.each(['/request?sku=bpc-157', '/lab', '/dashboard/tests?q=a%20b#top'])(
    'a sign-in leads to the requested page %s of this site',
    (path) => {
      expect(safeNext(path)).toBe(path);
    },
  );

  it.each([
    null,
    '',
    'request',
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test/',
    '/\t/evil.test/',
    'javascript:alert(1)',
    'http:///evil.test',
  ])('a sign-in never leads to another site, even if the address requests %s', (asked) => {
    expect(safeNext(asked)).toBeNull();
  });

  it('the address of each sign-in page passes the requested page on to the next sign-in page', () => {
    expect(withNext('/register', '/request?sku=a')).toBe('/register?next=%2Frequest%3Fsku%3Da');
    expect(withNext('/verify-email', null, { email: 'a+b@c.test' })).toBe(
      '/verify-email?email=a%2Bb%40c.test',
    );
    expect(withNext('/login', null)).toBe('/login');
  });
});

describe('the address of the sign-in page', () => {
  it('the address of the sign-in page contains the reason and the requested page', () => {
    expect(signInAddress('page', '/dashboard?a=b')).toBe('/login?next=%2Fdashboard%3Fa%3Db&why=page');
    expect(signInAddress('reset', null, { email: 'a+b@c.test' })).toBe(
      '/login?why=reset&email=a%2Bb%40c.test',
    );
  });
  it('the sign-in page ignores a reason in its address that it does not know', () => {
    expect(isSignInReason('ended')).toBe(true);
    for (const text of [null, '', 'END', '<b>']) expect(isSignInReason(text)).toBe(false);
  });
});
