import { expect, it, onTestFinished } from 'vitest';
import { admin } from '../../app/commands/admin.ts';
import { call } from '../../testing/command.ts';
import { ask, formerDatabase, nameOf, server } from '../../testing/former-database.ts';
import { urlOf } from '../../testing/global-setup.ts';
import { newPath, restore } from '../../testing/installation.ts';
import { emptyDatabase, testDatabase } from '../../testing/test-database.ts';
import { StartupProblem } from '../startup-problem.ts';
import { openDatabase } from './database.ts';
import { refuseUnfitEmpty, refuseUnfitLetters } from './script-letters.ts';

it('an external database that lacks letters of some scripts is refused, with the statement that creates a fit one', async () => {
  const fit = openDatabase(await testDatabase(), { max: 1 });
  onTestFinished(fit.close);
  await refuseUnfitLetters(fit.pool);
  await refuseUnfitEmpty(await emptyDatabase());

  const url = await formerDatabase();
  const refusal = await refuseUnfitEmpty(url).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartupProblem);
  expect(await ask(url, "SELECT count(*)::int FROM pg_extension WHERE extname = 'pg_trgm'")).toBe(0);
  const name = `${nameOf(url)}_utf8`;
  const statement = `CREATE DATABASE "${name}" OWNER "vialproof" TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8';`;
  expect(String(refusal)).toContain(statement);
  await server(statement);
  onTestFinished(() => server(`DROP DATABASE "${name}"`).then(() => undefined));
  await refuseUnfitEmpty(urlOf(url, name));
});

it('migrate and restore report a database that lacks letters of some scripts', async () => {
  const settings = { DATA_DIR: await newPath('data'), DATABASE_URL: await formerDatabase() };
  const told = {
    status: 1,
    said: expect.stringMatching(/its LC_CTYPE is C\), so .* CREATE DATABASE .*;\n$/),
  };
  expect(await restore('nothing.tgz', settings)).toEqual(told);
  expect(await call(admin, settings, 'migrate')).toEqual(told);
});
