import { sha256, toHex } from './bytes.ts';
import type { Trust } from './certificate-check.ts';
import { noteKeyFingerprint } from './signed-note.ts';

/**
 * Fingerprints of keys, 64 hexadecimal digits each: the SHA-256 of a root certificate, or of the public key of a log.
 */
export type KeyFingerprints = { authorities: string[]; logKeys: string[] };

export async function fingerprintsOf({ authorities, logKeys }: Trust): Promise<KeyFingerprints> {
  return {
    authorities: await Promise.all(authorities.map(async (der) => toHex(await sha256(der)))),
    logKeys: await Promise.all(logKeys.map(noteKeyFingerprint)),
  };
}

/** The keys in `file` that are not in `site`, and whether `file` also has all keys of `site`. */
export type ForeignKeys = { fingerprints: string[]; areAppended: boolean };

/** The keys in `file` that `site` does not have. An older file may lack newer keys. */
export async function foreignKeys(file: Trust, site: Trust): Promise<ForeignKeys> {
  const [theirs, ours] = (await Promise.all([fingerprintsOf(file), fingerprintsOf(site)])).map(
    ({ authorities, logKeys }) => [...authorities, ...logKeys],
  ) as [string[], string[]];
  return {
    fingerprints: theirs.filter((each) => !ours.includes(each)),
    areAppended: ours.every((each) => theirs.includes(each)),
  };
}

/** Keeps only the root certificates and log keys whose fingerprint is expected. */
export async function onlyExpected(trust: Trust, expected: readonly string[]): Promise<Trust> {
  const { authorities, logKeys } = await fingerprintsOf(trust);
  return {
    ...trust,
    authorities: trust.authorities.filter((_, place) => expected.includes(authorities[place] ?? '')),
    logKeys: trust.logKeys.filter((_, place) => expected.includes(logKeys[place] ?? '')),
  };
}
