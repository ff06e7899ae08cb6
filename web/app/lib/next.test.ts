import { describe, expect, it } from 'vitest';
import { isSignInReason, safeNext, signInAddress, withNext } from './next';

describe('a sign-in leads back to the page that the user wanted', () => {
  it.each(['/request?sku=bpc-157', '/lab', '/dashboard/tests?q=a%20b#top'])(
    'a sign-in leads to the page %s of this site',
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
  ])('a sign-in does not lead to %s, which is another site', (asked) => {
    expect(safeNext(asked)).toBeNull();
  });

  it('each sign-in page passes the wanted page on to the next one', () => {
    expect(withNext('/register', '/request?sku=a')).toBe('/register?next=%2Frequest%3Fsku%3Da');
    expect(withNext('/verify-email', null, { email: 'a+b@c.test' })).toBe(
      '/verify-email?email=a%2Bb%40c.test',
    );
    expect(withNext('/login', null)).toBe('/login');
  });
});

describe('the address of the sign-in page contains the reason and the wanted page', () => {
  it('the address contains the reason and the wanted page', () => {
    expect(signInAddress('page', '/dashboard?a=b')).toBe('/login?next=%2Fdashboard%3Fa%3Db&why=page');
    expect(signInAddress('reset', null, { email: 'a+b@c.test' })).toBe(
      '/login?why=reset&email=a%2Bb%40c.test',
    );
  });
  it('an unknown reason in the address is ignored', () => {
    expect(isSignInReason('ended')).toBe(true);
    for (const text of [null, '', 'END', '<b>']) expect(isSignInReason(text)).toBe(false);
  });
});
