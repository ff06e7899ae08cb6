import { expect, vi } from 'vitest';
import type { FakeServer } from './fake-server';

/** React warns about the element `search`, because jsdom does not know it. */
const UNKNOWN_TAG = /^The tag <%s> is unrecognized in this browser\..* search$/;

let faults: string[] = [];
let servers: FakeServer[] = [];

/** Makes each call without an answer an error of the test. */
export function watchServer(server: FakeServer): void {
  servers.push(server);
}

/** Before each test: from now on, an error in the console is an error of the test. */
export function watchConsole(): void {
  faults = [];
  servers = [];
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    const words = said.map(String).join(' ');
    if (!UNKNOWN_TAG.test(words)) faults.push(words);
  });
}

/** After each test: fails if the console got an error or a call had no answer. */
export function expectQuiet(): void {
  expect(faults, 'errors on the console').toEqual([]);
  expect(
    servers.flatMap(({ unanswered }) => unanswered),
    'calls that the test has no answer for',
  ).toEqual([]);
}
