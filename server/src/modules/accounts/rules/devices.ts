import type { Device } from '@vialproof/contract/sessions';
import bowser from 'bowser';
import { macOf } from './codes.ts';

const KINDS: Record<string, Device['device_kind']> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
};
/** What is said of one that says nothing of itself. */
export const UNKNOWN_DEVICE = 'Unknown device';
const UNKNOWN: Device = { device: UNKNOWN_DEVICE, device_kind: 'unknown' };

/** A browser and its system as people call them, 'Firefox on Linux', from the User-Agent that anybody may make up. */
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

/**
 * What an account knows a browser by: the cookie that it keeps, and, for clients that keep none, its program and place.
 * Hashed, as known_device stores them.
 */
export function deviceMarks(
  secret: string,
  { device, userAgent, address }: { device: string; userAgent: string | null; address: string },
): Buffer[] {
  return [macOf(secret, 'device', 'kept', device), macOf(secret, 'device', 'seen', userAgent ?? '', address)];
}
