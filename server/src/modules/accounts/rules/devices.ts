import { createHash } from 'node:crypto';
import type { Device } from '@vialproof/contract/sessions';
import bowser from 'bowser';
import { macOf } from './codes.ts';

const KINDS: Record<string, Device['device_kind']> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
};
/** The name of an unnamed device. */
export const UNKNOWN_DEVICE = 'Unknown device';
const UNKNOWN: Device = { device: UNKNOWN_DEVICE, device_kind: 'unknown' };

/** Browser and system in words, such as 'Firefox on Linux', from the User-Agent. */
export function describeDevice(userAgent: string | null): Device {
  if (!userAgent) return UNKNOWN;
  const { browser, os, platform } = bowser.parse(userAgent);
  const names = [browser.name, os.name].map(printable);
  const [program = '', system = ''] = names;
  const deviceKind = KINDS[platform.type ?? ''] ?? 'unknown';
  if (program && system) return { device: `${program} on ${system}`, device_kind: deviceKind };
  const either = program || system;
  return either ? { device: either, device_kind: deviceKind } : UNKNOWN;
}

function printable(name: string | undefined): string {
  return (name ?? '')
    .replace(/[^\p{L}\p{N} .+-]/gu, '')
    .trim()
    .slice(0, 40);
}

const cookieHash = (device: string) => createHash('sha256').update(device).digest();

type Browser = { device: string; userAgent: string | null; address: string };

/**
 * How an account recognises a browser: by its cookie, otherwise by its program and network. As hashes. The cookie is
 * random, so its hash needs no secret, and the browser stays known when all secrets have changed.
 */
export function deviceMarks(secret: string, { device, userAgent, address }: Browser): Buffer[] {
  return [cookieHash(device), macOf(secret, 'device', 'seen', userAgent ?? '', address)];
}

/** Every mark under which this browser may be known, with each listed secret. */
export function possibleMarks(secrets: string[], browser: Browser): Buffer[] {
  return secrets.flatMap((secret) => [
    ...deviceMarks(secret, browser),
    // Until November 2026 the hash of the cookie depended on the secret, too.
    macOf(secret, 'device', 'kept', browser.device),
  ]);
}
