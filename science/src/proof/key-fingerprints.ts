import { sha256, toHex } from './bytes.ts';
import type { Trust } from './certificate-check.ts';
import { noteKeyFingerprint } from './signed-note.ts';

/**
 * What people compare keys by, 64 hexadecimal digits each: of an authority the SHA-256 of its root's DER, of a log key the
 * SHA-256 of the 32 bytes of the Ed25519 public key.
 */
export type KeyFingerprints = { authorities: string[]; logKeys: string[] };

export async function fingerprintsOf({ authorities, logKeys }: Trust): Promise<KeyFingerprints> {
  return {
    authorities: await Promise.all(authorities.map(async (der) => toHex(await sha256(der)))),
    logKeys: await Promise.all(logKeys.map(noteKeyFingerprint)),
  };
}

/** Fingerprints of the keys that `file` names and `site` does not, and whether all of the site's stand beside them. */
export type ForeignKeys = { fingerprints: string[]; areAppended: boolean };

/** What `file` names beside or instead of the keys of `site`. An older file lacks newer keys: that is no difference. */
export async function foreignKeys(file: Trust, site: Trust): Promise<ForeignKeys> {
  const [theirs, ours] = (await Promise.all([fingerprintsOf(file), fingerprintsOf(site)])).map(
    ({ authorities, logKeys }) => [...authorities, ...logKeys],
  ) as [string[], string[]];
  return {
    fingerprints: theirs.filter((each) => !ours.includes(each)),
    areAppended: ours.every((each) => theirs.includes(each)),
  };
}

/** Only those keys whose fingerprint is expected, and all signers: they count for nothing without their authority. */
export async function onlyExpected(trust: Trust, expected: readonly string[]): Promise<Trust> {
  const { authorities, logKeys } = await fingerprintsOf(trust);
  return {
    ...trust,
    authorities: trust.authorities.filter((_, place) => expected.includes(authorities[place] ?? '')),
    logKeys: trust.logKeys.filter((_, place) => expected.includes(logKeys[place] ?? '')),
  };
}
