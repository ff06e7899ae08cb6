import { expect, it, onTestFinished, vi } from 'vitest';
import { isDeniedCamera } from './camera-denied';

/** A document that came from `path`. */
function cameFrom(path: string, allowed: boolean): void {
  vi.stubGlobal('document', { featurePolicy: { allowsFeature: () => allowed } });
  vi.stubGlobal('performance', {
    getEntriesByType: () => [{ name: `https://lab.example.test${path}?q=1` }],
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

it.each([
  ['/login', '/lab', true],
  ['/dashboard', '/lab/requests/10001', true],
  ['/tests', '/verify', true],
  ['/verify', '/verify', false],
  ['/LAB', '/lab/requests/10001', true],
  // The same document again would be denied the same: it would come again without an end.
  ['/LAB', '/LAB', false],
  ['/%6cab/requests/10001', '/%6cab/requests/10001', false],
  ['/lab', '/lab/requests/10001', false],
])('a document from %s on its way to %s comes again: %s', (from, wanted, comesAgain) => {
  cameFrom(from, false);
  expect(isDeniedCamera(wanted)).toBe(comesAgain);
  cameFrom(from, true);
  expect(isDeniedCamera(wanted)).toBe(false);
});
