import { expect, it, onTestFinished, vi } from 'vitest';
import { isDeniedCamera } from './camera-denied';

/** Makes the test's document look as if the browser had loaded it from `path`. */
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
  // Loading the same page again would be denied again, without end.
  ['/LAB', '/LAB', false],
  ['/%6cab/requests/10001', '/%6cab/requests/10001', false],
  ['/lab', '/lab/requests/10001', false],
])(
  'at %s, a browser without permission for the camera opens %s as a new document: %s',
  (from, wanted, comesAgain) => {
    cameFrom(from, false);
    expect(isDeniedCamera(wanted)).toBe(comesAgain);
    cameFrom(from, true);
    expect(isDeniedCamera(wanted)).toBe(false);
  },
);
