import { expect, test } from 'vitest';
import { judgeRefresh } from './refresh-tokens.ts';

const DAY = 86_400_000;
const issuedAt = new Date('2026-03-01T12:00:00Z');
const after = (milliseconds: number) => new Date(issuedAt.getTime() + milliseconds);
const state = {
  now: after(60_000),
  issuedAt,
  usedAt: null,
  sessionRevokedAt: null,
  sessionEndsAt: after(90 * DAY),
  userDisabledAt: null,
};

test('security 24: a refresh token works once, within 30 days; two tabs may both use it within 10 s', () => {
  expect(judgeRefresh(state)).toBe('fresh');
  expect(judgeRefresh({ ...state, usedAt: after(50_000) })).toBe('grace');
  expect(judgeRefresh({ ...state, usedAt: after(49_999) })).toBe('replayed');
  expect(judgeRefresh({ ...state, now: after(30 * DAY - 1) })).toBe('fresh');
  expect(judgeRefresh({ ...state, now: after(30 * DAY) })).toBe('ended');
  expect(judgeRefresh({ ...state, sessionEndsAt: state.now })).toBe('ended');
  expect(judgeRefresh({ ...state, sessionRevokedAt: issuedAt, usedAt: issuedAt })).toBe('ended');
  expect(judgeRefresh({ ...state, userDisabledAt: issuedAt })).toBe('ended');
});
