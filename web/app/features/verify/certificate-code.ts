/**
 * What a certificate and its QR code say. Older codes have no revision and no commitment (a fingerprint of the result).
 */
export interface Credentials {
  taskNumber: string;
  uniqueKey: string;
  revision?: number;
  /** The first 16 hex digits of the fingerprint of the result (commitment) that is in the public log. */
  commitment?: string;
}

/** What a code contains: a certificate of this site, a page of another host, or anything else. */
type CodeReading =
  | { kind: 'certificate'; credentials: Credentials }
  | { kind: 'foreign'; host: string }
  | { kind: 'other'; text: string };

/**
 * Number, key, revision and fingerprint in the address of a code:
 * `#task=10001&key=XXXX-XXXX-XXXX&revision=1&c=0123456789abcdef`. A wrong revision or fingerprint counts as missing,
 * because a forger could also leave it out.
 */
export function credentialsIn(hash: string): Credentials | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const taskNumber = fragment.get('task')?.trim();
  const uniqueKey = fragment.get('key')?.trim();
  if (!taskNumber || !uniqueKey || taskNumber.length > 20 || uniqueKey.length > 40) return null;
  const revision = fragment.get('revision')?.trim() ?? '';
  const commitment = fragment.get('c')?.trim().toLowerCase() ?? '';
  return {
    taskNumber,
    uniqueKey,
    ...(/^[1-9]\d{0,4}$/.test(revision) ? { revision: Number(revision) } : {}),
    ...(/^[0-9a-f]{16}$/.test(commitment) ? { commitment } : {}),
  };
}

function addressIn(text: string): URL | null {
  const trimmed = text.trim();
  if (!/^https?:\/\/\S+$/i.test(trimmed)) return null;
  return URL.canParse(trimmed) ? new URL(trimmed) : null;
}

/** Reads the text of a code or of the clipboard. `siteUrl` is the address of this site. */
function readCode(text: string, siteUrl: string): CodeReading {
  const address = addressIn(text);
  if (!address) return { kind: 'other', text };
  if (address.host !== new URL(siteUrl).host) return { kind: 'foreign', host: address.host };
  const credentials = /^\/verify\/?$/i.test(address.pathname) ? credentialsIn(address.hash) : null;
  return credentials ? { kind: 'certificate', credentials } : { kind: 'other', text };
}

/** What the codes of one picture say, each once. */
export interface CodesSaid {
  certificates: Credentials[];
  /** The hosts, other than this site, to which codes lead. */
  foreign: string[];
  others: string[];
}

export function readCodes(texts: string[], siteUrl: string): CodesSaid {
  const readings = texts.map((text) => readCode(text, siteUrl));
  const certificates = readings.flatMap((each) => (each.kind === 'certificate' ? [each.credentials] : []));
  return {
    certificates: [...new Map(certificates.map((each) => [JSON.stringify(each), each])).values()],
    foreign: [...new Set(readings.flatMap((each) => (each.kind === 'foreign' ? [each.host] : [])))],
    others: readings.flatMap((each) => (each.kind === 'other' ? [each.text] : [])),
  };
}
