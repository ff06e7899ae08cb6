import type { SignatureReport, Trust } from '@vialproof/science/proof/certificate-check';
import {
  fingerprintsOf,
  type KeyFingerprints,
  onlyExpected,
} from '@vialproof/science/proof/key-fingerprints';
import type { LogReport } from '@vialproof/science/proof/log-check';
import type { Compared } from '@vialproof/science/proof/verdict';

/** The public keys that the file and its log entry use. */
export type UsedKeys = { report: SignatureReport; logged: LogReport | undefined };

/**
 * The public keys to trust: those of the site, otherwise those of the file. If the user expects certain keys, only
 * these. Pinned keys are those that the user knew without the site.
 */
export async function believed(
  keys: Trust,
  { expected, kept }: { expected: string[]; kept: Trust | undefined },
): Promise<{ trust: Trust; pinned: KeyFingerprints }> {
  const some = await onlyExpected(keys, expected);
  const known = await fingerprintsOf(some);
  const ofFile = kept ? await fingerprintsOf(kept) : { authorities: [], logKeys: [] };
  const [isRoot, isLog] = [some.authorities.length > 0, some.logKeys.length > 0];
  return {
    trust: {
      ...keys,
      authorities: isRoot ? some.authorities : keys.authorities,
      logKeys: isLog ? some.logKeys : keys.logKeys,
    },
    pinned: {
      authorities: isRoot ? known.authorities : ofFile.authorities,
      logKeys: isLog ? known.logKeys : ofFile.logKeys,
    },
  };
}

/** Whether the user knew these keys without asking the site (pinned keys). */
export function comparedBy(
  { authorities, logKeys }: KeyFingerprints,
  { report, logged }: UsedKeys,
): Compared {
  const isPinned = (pinned: string[], used: string | null | undefined) =>
    used ? pinned.includes(used) : pinned.length > 0;
  return { authority: isPinned(authorities, report.authority), log: isPinned(logKeys, logged?.logKey) };
}

/** The fingerprint of each public key, and what the key is for. */
export async function keyLines(
  from: string,
  keys: Trust,
  used?: UsedKeys & { expected: string[] },
): Promise<string[]> {
  const { authorities, logKeys } = await fingerprintsOf(keys);
  const loggedBy = used?.logged?.entry ? used.logged.logKey : null;
  const isMany = authorities.length > 1 || logKeys.length > 1;
  const line = (kind: string, fingerprint: string, did: string | false) => {
    const notes = [did, used?.expected.includes(fingerprint) && 'expected'].filter((note) => note);
    return `  ${kind} ${fingerprint}${notes.length > 0 ? `  ${notes.join(', ')}` : ''}`;
  };
  return [
    '',
    `Keys of ${from}, by SHA-256${isMany ? '; it names several' : ''}:`,
    ...authorities.map((each) => line('authority ', each, each === used?.report.authority && 'signed this')),
    ...logKeys.map((each) => line('log key   ', each, each === loggedBy && 'logged this')),
  ];
}

/** Advice if only the site itself says which keys are right. */
export function pinLines(host: string, { authority, log }: Compared, { report, logged }: UsedKeys): string[] {
  if (authority && log) return [];
  const which = authority ? 'The log key was' : log ? 'The authority was' : 'These keys were';
  const pins = [report.authority, logged?.logKey].filter((each) => typeof each === 'string');
  return [
    '',
    `${which} taken from this very address, ${host}: a site that only looks like the laboratory’s names its own keys there.`,
    'Compare the fingerprints with those that the laboratory publishes elsewhere, such as on paper. When they are the same:',
    `  ${pins.length > 0 ? pins.map((each) => `--expect ${each}`).join(' ') : '--expect FINGERPRINT'}`,
  ];
}
