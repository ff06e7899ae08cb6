import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { createFileOnce, readFileIfThere } from '../files/generated-file.ts';
import { StartupProblem } from '../startup-problem.ts';

/**
 * The secrets of one setting. New tokens, seals and hashes are made with the newest; those made with any of them are
 * accepted.
 */
export type Secrets = { newest: string; all: string[] };

const SHORTEST = 32;

/** Secrets separated by commas, the newest first. Error messages say which one is wrong and never show it. */
export const secretList = z.string().transform((text, context): Secrets => {
  const parts = text.split(',');
  // Spaces around a single secret belong to it, as they did before there were lists.
  const all = parts.length > 1 ? parts.map((part) => part.trim()) : parts;
  for (const [place, { length }] of all.entries()) {
    if (length >= SHORTEST) continue;
    const which = all.length > 1 ? `secret ${place + 1} of the list` : 'it';
    context.addIssue(`expected at least ${SHORTEST} characters, and ${which} has ${length}`);
  }
  const [newest = ''] = all;
  return { newest, all };
});

const SecretsFile = z.object({ jwt: secretList, code: secretList });

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * The secrets of an installation that is not for production. The first start makes them and stores them in DATA_DIR.
 * @throws StartupProblem if that is impossible, or the file is damaged.
 */
export function readSecrets(dataDirectory: string): z.output<typeof SecretsFile> {
  const path = join(dataDirectory, 'secrets.json');
  const fresh = { jwt: newSecret(), code: newSecret() };
  const text = readFileIfThere(path) ?? createFileOnce(path, JSON.stringify(fresh));
  const { data, error } = SecretsFile.safeParse(parsed(text));
  if (data) return data;
  const faults = error.issues.map(({ path, message }) => [...path, message].join(': '));
  throw new StartupProblem(
    `${path} is damaged (${faults.join('; ')}). Correct it, or take it from a backup. If it is deleted, the next start makes new secrets: everybody signs in anew, and no second factor works any more.`,
  );
}

/** Undefined if the text is no JSON. The message of such an error would quote the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The contents of secrets.json with these secrets. Each value has the form of its setting. */
export function writtenSecrets({ jwt, code }: { jwt: Secrets; code: Secrets }): string {
  return JSON.stringify({ jwt: jwt.all.join(','), code: code.all.join(',') });
}
