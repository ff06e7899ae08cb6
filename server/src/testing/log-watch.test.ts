import { describe, expect, it } from 'vitest';
import { createLogWatch } from './log-watch.ts';
import { testApp } from './test-app.ts';

describe("security 35: the tests watch the server's log", () => {
  it('passwords, codes, tokens and cookies in the log are found, and nothing else', () => {
    const watch = createLogWatch();
    watch.sent({ email: 'mara@mail.test', password: 'Zebra.Lathe.4' });
    watch.answered(new Response('', { headers: { 'set-cookie': 'device=abcdefghijklmnop; HttpOnly' } }), {
      session: { access_token: 'aaa.bbb.ccc' },
      data: { recovery_codes: ['12345-67890'] },
    });
    watch.read('Enter this code:\n\n    493021\n');
    const harmless = [
      'mara@mail.test signed in',
      'took 1493021 ns',
      'request 00000000-0000-4000-8000-493021000000',
    ];
    const leaking = [
      'the password is Zebra.Lathe.4',
      'cookie: device=abcdefghijklmnop',
      'Bearer aaa.bbb.ccc',
      '{"used":"12345-67890"}',
      '{"code":"493021"}',
    ];
    for (const line of [...harmless, ...leaking]) watch.destination.write(line);
    expect(watch.leaks()).toEqual(leaking);
  });

  it('the application’s log is read', async () => {
    const app = await testApp();
    const watch = app.logWatch;
    app.platform.log.info({ note: 'all is well' }, 'a line');
    expect(watch.leaks()).toEqual([]);
    const lines: string[] = [];
    const write = watch.destination.write;
    watch.destination.write = (line) => void lines.push(line);
    app.platform.log.warn(`somebody typed ${app.password}`);
    watch.destination.write = write;
    expect(lines.join('')).toContain(app.password);
  });
});
