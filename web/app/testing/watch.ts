import { expect, vi } from 'vitest';
import type { FakeServer } from './fake-server';

/** React warns about the element `search`, which browsers know and jsdom does not. */
const UNKNOWN_TAG = /^The tag <%s> is unrecognized in this browser\..* search$/;

let faults: string[] = [];
let servers: FakeServer[] = [];

/** Makes unanswered calls of this server faults of the test. */
export function watchServer(server: FakeServer): void {
  servers.push(server);
}

/** Before each test: from here on an error on the console is a fault. */
export function watchConsole(): void {
  faults = [];
  servers = [];
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    const words = said.map(String).join(' ');
    if (!UNKNOWN_TAG.test(words)) faults.push(words);
  });
}

/** After each test: expects no console output and no unanswered call. */
export function expectQuiet(): void {
  expect(faults, 'errors on the console').toEqual([]);
  expect(
    servers.flatMap(({ unanswered }) => unanswered),
    'calls that the test has no answer for',
  ).toEqual([]);
}
