import { expect, test } from './site.ts';
import { open } from './site-pages.ts';

test.use({ provoked: /violates the following Content Security Policy/ });

test('an injected script does not run, and the browser reports it to this site', async ({ page }) => {
  await open(page, '/terms');
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/csp-reports');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "foreign"';
    document.body.append(script);
  });
  const answer = await answered;
  expect(answer.status()).toBe(204);
  expect(answer.request().postDataJSON()).toMatchObject({
    'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' },
  });
  expect(await page.title()).not.toBe('foreign');
});
