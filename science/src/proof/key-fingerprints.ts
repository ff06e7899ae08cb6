import { sha256, toHex } from './bytes.ts';
import type { Trust } from './certificate-check.ts';
import { noteKeyFingerprint } from './signed-note.ts';

/**
 * Fingerprints for comparing keys, 64 hexadecimal digits each. For an authority: the SHA-256 of its root certificate
 * (DER). For a log key: the SHA-256 of the 32 bytes of the Ed25519 public key.
 */
export type KeyFingerprints = { authorities: string[]; logKeys: string[] };

export async function fingerprintsOf({ authorities, logKeys }: Trust): Promise<KeyFingerprints> {
  return {
    authorities: await Promise.all(authorities.map(async (der) => toHex(await sha256(der)))),
    logKeys: await Promise.all(logKeys.map(noteKeyFingerprint)),
  };
}

/** The fingerprints of keys that are in `file` but not in `site`, and whether `file` also has all keys of the site. */
export type ForeignKeys = { fingerprints: string[]; areAppended: boolean };

/** The keys in `file` that `site` does not have. It does not matter if an older file lacks newer keys. */
export async function foreignKeys(file: Trust, site: Trust): Promise<ForeignKeys> {
  const [theirs, ours] = (await Promise.all([fingerprintsOf(file), fingerprintsOf(site)])).map(
    ({ authorities, logKeys }) => [...authorities, ...logKeys],
  ) as [string[], string[]];
  return {
    fingerprints: theirs.filter((each) => !ours.includes(each)),
    areAppended: ours.every((each) => theirs.includes(each)),
  };
}

/** Keeps only the keys with an expected fingerprint, and all signers: a signer without its authority has no effect. */
export async function onlyExpected(trust: Trust, expected: readonly string[]): Promise<Trust> {
  const { authorities, logKeys } = await fingerprintsOf(trust);
  return {
    ...trust,
    authorities: trust.authorities.filter((_, place) => expected.includes(authorities[place] ?? '')),
    logKeys: trust.logKeys.filter((_, place) => expected.includes(logKeys[place] ?? '')),
  };
}
