import { labSolutions } from '@vialproof/science/chromatography/readers/exports.fixture';
import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import { receivedSample } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

test('an instrument sends a file with a new key, and an analyst assigns the file to a sample', async ({
  page,
  browser,
}) => {
  const task = await receivedSample(page.request);
  const name = `HPLC of ${task}`;
  await openAs(page, 'admin@demo.test', '/lab/keys');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Make a key' }).click();
  const key = await page.locator('code').innerText();
  await expectSound(page);
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Never used');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Holds until');
  await expect(page.getByText(key)).toHaveCount(0);

  const send = (sample: string, file: string) =>
    page.request.post(`${origin()}/api/lab/imports`, {
      headers: { authorization: `Bearer ${key}` },
      multipart: {
        file: {
          name: file,
          mimeType: 'text/plain',
          buffer: Buffer.from(
            labSolutions({
              channels: [{ nm: '214', trace: syntheticTrace({ seed: `${task} ${file}`, points: 1_500 }) }],
              tables: [],
              information: [`Sample Name\t${sample}`],
            }),
          ),
        },
      },
    });
  expect((await send('somebody’s vial', `whose-${task}.txt`)).status()).toBe(201);
  expect((await send('wash', `wash-${task}.txt`)).status()).toBe(201);

  const desk = await browser.newContext({ baseURL: origin() });
  const analyst = await desk.newPage();
  await openAs(analyst, 'analyst@demo.test', '/lab/imports');
  await expectSound(analyst);
  const line = (file: string) => analyst.getByRole('listitem').filter({ hasText: file });
  await expect(line(`whose-${task}.txt`)).toContainText('hold no task number');
  await line(`whose-${task}.txt`).getByRole('button', { name: 'This is task' }).click();
  const asked = analyst.getByRole('dialog');
  await asked.getByLabel('Task number').fill(task);
  await asked.getByRole('button', { name: 'Make it an injection' }).click();
  await expect(asked.getByText('Choose a reason, or say why')).toBeVisible();
  await asked.getByLabel('How do you know?').fill('Its vial stood in place 4.');
  await asked.getByRole('button', { name: 'Make it an injection' }).click();
  await expect(line(`whose-${task}.txt`)).toHaveCount(0);
  await line(`wash-${task}.txt`).getByRole('button', { name: 'Not ours' }).click();
  await asked.getByLabel('Reason').fill('The wash after it.');
  await asked.getByRole('button', { name: 'It is not ours' }).click();
  await expect(line(`wash-${task}.txt`)).toHaveCount(0);
  await analyst.getByRole('link', { name: 'Assigned' }).click();
  await line(`whose-${task}.txt`)
    .getByRole('link', { name: `Task ${task}` })
    .click();
  await expect(analyst.getByRole('heading', { name: 'Injections' })).toBeVisible();
  await expect(analyst.getByText(`whose-${task}.txt`).first()).toBeVisible();
  await desk.close();

  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(row).toContainText('Revoked by');
  expect((await send('late', `late-${task}.txt`)).status()).toBe(401);
});
