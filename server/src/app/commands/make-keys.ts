import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type KeyPair,
  makeAuthority,
  makeSigningKey,
} from '../../modules/certificates/adapters/pades/authority.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Command, ofProcess } from './command.ts';

const USAGE = `Makes the keys that production wants (docs/operations.md):

  npm run keys -- DIRECTORY "LABORATORY NAME"
      a new authority, a signing key under it, and a key of the public log
  npm run keys -- DIRECTORY "LABORATORY NAME" AUTHORITY.pem
      a new signing key under the authority at hand

Nothing that is there is written over.`;

class Unusable extends Error {}

async function makeKeyFiles([directory, laboratory, authorityPath, ...more]: string[]): Promise<string> {
  if (!directory || !laboratory || more.length > 0) throw new Unusable(USAGE);
  const now = systemClock.now();
  const at = (name: string) => join(directory, name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const authority = authorityPath ? await readAuthority(authorityPath) : await makeAuthority(laboratory, now);
  const signing = await makeSigningKey(authority, laboratory, now);
  const files: [name: string, text: string][] = [
    ['signing.key.pem', signing.key],
    ['signing.certificates.pem', signing.certificate + authority.certificate],
  ];
  if (!authorityPath) {
    const log = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    files.push(['authority.pem', authority.key + authority.certificate], ['log.key.pem', log]);
  }
  for (const [name, text] of files) await writeFile(at(name), text, { mode: 0o600, flag: 'wx' });
  return [
    `SIGNING_KEY=${at('signing.key.pem')}`,
    `SIGNING_CERTIFICATES=${at('signing.certificates.pem')}`,
    ...(authorityPath
      ? []
      : [`LOG_KEY=${at('log.key.pem')}`, `Keep ${at('authority.pem')} away from every server.`]),
  ].join('\n');
}

async function readAuthority(path: string): Promise<KeyPair> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const block = (label: string) =>
    new RegExp(`-----BEGIN ${label}-----[\\s\\S]+?-----END ${label}-----\\n?`).exec(text)?.[0];
  const [key, certificate] = [block('PRIVATE KEY'), block('CERTIFICATE')];
  if (!key || !certificate) throw new Unusable(`${path} does not hold an authority’s key and certificate.`);
  return { key, certificate };
}

/** npm run keys: writes key files and prints the settings for them. */
export const makeKeys: Command = async (words, { stdout, stderr }) => {
  try {
    stdout.write(`${await makeKeyFiles(words)}\n`);
    return 0;
  } catch (reason) {
    const error = reason as NodeJS.ErrnoException;
    stderr.write(`${error.code === 'EEXIST' ? `${error.path} is there already.` : error.message}\n`);
    return 2;
  }
};

if (import.meta.main) process.exitCode = await makeKeys(process.argv.slice(2), ofProcess);
