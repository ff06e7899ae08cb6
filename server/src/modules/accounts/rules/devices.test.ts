import { describe, expect, it } from 'vitest';
import { describeDevice } from './devices.ts';

describe('the name of a browser is readable', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      { device: 'Firefox on Linux', device_kind: 'desktop' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      { device: 'Safari on iOS', device_kind: 'phone' },
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
      { device: 'Safari on iOS', device_kind: 'tablet' },
    ],
    ['curl/8.7.1', { device: 'Unknown device', device_kind: 'unknown' }],
    [null, { device: 'Unknown device', device_kind: 'unknown' }],
    ['', { device: 'Unknown device', device_kind: 'unknown' }],
  ])('the User-Agent %s is shown as a readable name of a device', (userAgent, described) => {
    expect(describeDevice(userAgent)).toEqual(described);
  });

  it('security 3: of a browser name that a client invents, only a few letters are shown', () => {
    for (const userAgent of ['<script>alert(1)</script>/1.0', `${'x'.repeat(200)}/1`, '\u202eevil/1 (\n)']) {
      const { device } = describeDevice(userAgent);
      expect(device).toMatch(/^[\p{L}\p{N} .+-]{1,90}$/u);
    }
  });
});
