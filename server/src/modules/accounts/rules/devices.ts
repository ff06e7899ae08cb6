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

/** How an account recognises a browser: by its cookie, otherwise by its program and network. As hashes. */
export function deviceMarks(
  secret: string,
  { device, userAgent, address }: { device: string; userAgent: string | null; address: string },
): Buffer[] {
  return [macOf(secret, 'device', 'kept', device), macOf(secret, 'device', 'seen', userAgent ?? '', address)];
}
