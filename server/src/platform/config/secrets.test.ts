import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vialproof-secrets-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const load = (env: Record<string, string>) => () => loadConfig({ DATA_DIR: directory, ...env });

describe('JWT_SECRET and CODE_SECRET are lists', () => {
  it('secrets are lists with commas, the newest first, in settings and in DATA_DIR', async () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
    expect(load({ JWT_SECRET: one })().secrets.jwt).toEqual({ newest: one, all: [one] });
    expect(load({ CODE_SECRET: `${two}, ${one}` })().secrets.code).toEqual({ newest: two, all: [two, one] });
    // As before there were lists, a single secret may begin or end with spaces.
    expect(load({ JWT_SECRET: ` ${one} ` })().secrets.jwt.newest).toBe(` ${one} `);
    const stored = await mkdtemp(join(directory, 'lists-'));
    await writeFile(join(stored, 'secrets.json'), JSON.stringify({ jwt: `${two},${one}`, code: one }));
    expect(load({ DATA_DIR: stored, CODE_SECRET: two })().secrets).toEqual({
      jwt: { newest: two, all: [two, one] },
      code: { newest: two, all: [two] },
    });
  });

  it('an error says which secret of a list is too short, and shows none', () => {
    const long = 'l'.repeat(32);
    for (const [list, said] of [
      ['short', 'expected at least 32 characters, and it has 5'],
      [`${long},short`, 'expected at least 32 characters, and secret 2 of the list has 5'],
      [`${long},`, 'expected at least 32 characters, and secret 2 of the list has 0'],
    ] as const) {
      expect(load({ CODE_SECRET: list })).toThrow(`  CODE_SECRET: ${said}`);
      expect(load({ CODE_SECRET: list })).not.toThrow(long);
      expect(load({ CODE_SECRET: list })).not.toThrow(/: short|,short/);
    }
  });

  it('an error about secrets.json says what to correct, shows no secret, and advises nobody to delete second factors', async () => {
    const long = 'l'.repeat(32);
    for (const [text, said] of [
      [
        JSON.stringify({ jwt: long, code: `${long},short` }),
        /\(code: expected at least 32 characters, and secret 2 of the list has 5\)\. Correct it, or/,
      ],
      [`{"jwt": "${long}", "code": "${long}" "short"}`, /secrets\.json is damaged .* no second factor works/],
    ] as const) {
      const stored = await mkdtemp(join(directory, 'damaged-'));
      await writeFile(join(stored, 'secrets.json'), text);
      expect(load({ DATA_DIR: stored })).toThrow(said);
      expect(load({ DATA_DIR: stored })).not.toThrow(/lll|short/);
    }
  });
});
