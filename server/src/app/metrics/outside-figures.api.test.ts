import { describe, expect, it } from 'vitest';
import { clamd, EICAR } from '../../testing/clamd.ts';
import { figureOf, METRICS_TOKEN, scrape } from '../../testing/figures.ts';
import { laboratory } from '../../testing/lab.ts';
import type { OpenApp } from '../../testing/open-app.ts';
import { browser, googleSettings, openIdProvider } from '../../testing/providers.ts';
import { s3Bucket } from '../../testing/s3-bucket.ts';
import { mailServer } from '../../testing/smtp.ts';
import { testApp } from '../../testing/test-app.ts';

/** How many calls of a service were answered, refused and failed. */
async function callsOf(app: OpenApp, service: string) {
  const text = await scrape(app);
  const [ok, refused, failed] = ['ok', 'refused', 'failed'].map((outcome) =>
    figureOf(
      text,
      `vialproof_outside_call_duration_seconds_count{service="${service}",outcome="${outcome}"}`,
    ),
  );
  return { ok, refused, failed };
}

describe('/metrics times the calls of each outside service by its outcome', () => {
  it('calls of the payment sandbox count as a service of their own, and contain no address', async () => {
    const app = await testApp({ METRICS_TOKEN });
    const none = { ok: 0, refused: 0, failed: 0 };
    expect(await callsOf(app, 'stripe-sandbox')).toEqual(none);
    expect(await callsOf(app, 'stripe')).toEqual({});
    const lab = await laboratory(app);
    await lab.ordered();
    expect((await callsOf(app, 'stripe-sandbox')).ok).toBeGreaterThan(0);
    const { stripe } = app.modules.payments.providers;
    await expect(stripe?.retrieve('cs_test_nothing')).rejects.toThrow();
    expect(await callsOf(app, 'stripe-sandbox')).toMatchObject({ refused: 1, failed: 0 });
    expect(await callsOf(app, 'coinbase-sandbox')).toEqual(none);
    expect(await scrape(app)).not.toMatch(/service="[^"]*[./:]/);
  });

  it('a mail server that is away counts as failed, and one that takes the mail as ok', async () => {
    const server = await mailServer();
    const app = await testApp({ METRICS_TOKEN, SMTP_URL: server.url });
    const send = () =>
      app.platform.mail.send({
        about: 'account',
        to: 'reader@mail.test',
        messageId: '<one@test>',
        subject: 'One',
        blocks: [],
      });
    await expect(send()).rejects.toThrow();
    await server.comeBack();
    await send();
    expect(await callsOf(app, 'smtp')).toEqual({ ok: 1, refused: 0, failed: 1 });
  });

  it('a bucket that answers with an error counts as failed, and a missing file as refused', async () => {
    const bucket = await s3Bucket();
    const app = await testApp({ METRICS_TOKEN, ...bucket.settings });
    const { files } = app.platform;
    const before = await callsOf(app, 's3');
    await files.put('photos/one', new Uint8Array([1]), 'image/png');
    expect(await files.find('photos/two')).toBeUndefined();
    await expect(files.get('photos/two')).rejects.toThrow();
    bucket.state.fails = 'AccessDenied';
    await expect(files.get('photos/one')).rejects.toThrow();
    const after = await callsOf(app, 's3');
    expect(after.ok).toBe((before.ok ?? 0) + 2);
    expect([after.refused, after.failed]).toEqual([1, 1]);
  });

  it('a virus scanner that finds something counts as ok, and one that does not answer as failed', async () => {
    const scanner = await clamd();
    const app = await testApp({ METRICS_TOKEN, VIRUS_SCAN_ADDRESS: scanner.address });
    const scan = (text: string) => app.platform.virusScan(Buffer.from(text));
    expect(await scan(EICAR)).toMatchObject({ code: 'file_infected' });
    scanner.state.mode = 'mute';
    expect(await scan('a,b')).toMatchObject({ code: 'unavailable' });
    expect(await callsOf(app, 'clamd')).toEqual({ ok: 1, refused: 0, failed: 1 });
  });

  it('a sign-in provider that is away counts as failed, and a false answer of a browser as refused', async () => {
    const { server } = await openIdProvider();
    const app = await testApp({ METRICS_TOKEN, ...googleSettings(server.issuer.url) });
    const visitor = browser(app);
    await visitor.signIn();
    expect(await callsOf(app, 'google')).toEqual({ ok: 2, refused: 0, failed: 0 });
    const { callback } = await visitor.upToCallback();
    await visitor.go(callback.replace(/state=[^&]+/, 'state=false'));
    const next = await visitor.upToCallback();
    await server.stop();
    await visitor.go(next.callback);
    expect(await callsOf(app, 'google')).toEqual({ ok: 2, refused: 1, failed: 1 });
    const text = await scrape(app);
    const refused = (reason: string) =>
      figureOf(text, `vialproof_sign_ins_refused_total{reason="provider_${reason}"}`);
    expect([refused('failed'), refused('unavailable')]).toEqual([1, 1]);
  });
});
