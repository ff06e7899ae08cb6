import { isIP } from 'node:net';
import type { Bytes } from '@vialproof/science/proof/bytes';
import { readTrust, type Trust } from '@vialproof/science/proof/certificate-check';
import { bundlePaths } from '@vialproof/science/proof/log-search';
import { openNote } from '@vialproof/science/proof/signed-note';
import { type Checkpoint, readCheckpoint } from '@vialproof/science/proof/tlog-proof';

const MOST_BYTES = 1_000_000;
const MOST_ENTRIES = 50_000_000;
const ANSWER_MS = 30_000;

/** The site gives no usable answer. */
export class SiteProblem extends Error {}
/** The site's log contradicts itself or its keys. */
export class Contradiction extends Error {}

export type Site = {
  /** The site's host with its port. */
  host: string;
  keys: Trust;
  /**
   * The signed state of the log.
   * @throws Contradiction if none of `keys` signed it.
   */
  head(keys: Trust['logKeys']): Promise<Checkpoint & { note: string }>;
  /** All entries of the log, one file (bundle) after another. */
  bundles(size: number): AsyncIterable<Bytes>;
};

/**
 * Reads the keys and the log of a site. Only with https, except on this machine. It follows no redirects. Each answer
 * may have 1 MB and take 30 s.
 * @throws SiteProblem if the site does not answer correctly.
 */
export async function openSite(address: string): Promise<Site> {
  const url = addressOf(address);
  const { host } = url;
  const keys = await readTrust(Buffer.from(await bytesAt(url, '/api/log/keys')).toString());
  if (!keys) throw new SiteProblem(`${host} answers no file of keys at /api/log/keys.`);
  return {
    host,
    keys,
    async head(logKeys) {
      const note = Buffer.from(await bytesAt(url, '/checkpoint')).toString();
      const text = await openNote(note, logKeys);
      const checkpoint = text === undefined ? undefined : readCheckpoint(text);
      if (!checkpoint || !logKeys.some(({ name }) => name === checkpoint.origin))
        throw new Contradiction(`The head of the log at ${host} is not signed with a key that is believed.`);
      if (checkpoint.size > MOST_ENTRIES)
        throw new SiteProblem(`The log at ${host} claims ${checkpoint.size} entries: too many to read.`);
      return { ...checkpoint, note };
    },
    async *bundles(size) {
      for (const path of bundlePaths(size)) yield await bytesAt(url, `/tile/${path}`);
    },
  };
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const name = url?.hostname ?? '';
  const isHere = name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
  if (!url || !isSafe || url.username !== '' || url.password !== '') {
    throw new SiteProblem(
      `--log ${text}: expected an address that begins with https:// (on this machine http:// too).`,
    );
  }
  return url;
}

async function bytesAt(site: URL, path: string): Promise<Bytes> {
  const answer = await fetch(new URL(path, site.origin), {
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw new SiteProblem(`${site.host} does not answer: ${reasonOf(error)}.`);
  });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new SiteProblem(`${site.host} answers ${answer.status} for ${path}; no redirect is followed.`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of answer.body ?? []) {
      length += part.length;
      if (length > MOST_BYTES) throw new SiteProblem(`${site.host} answers more than 1 MB for ${path}.`);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof SiteProblem) throw error;
    throw new SiteProblem(`${site.host} broke off while it answered ${path}: ${reasonOf(error)}.`);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
