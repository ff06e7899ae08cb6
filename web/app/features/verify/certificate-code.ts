/** The data on a certificate and in its QR code. Older codes have neither revision nor commitment. */
export interface Credentials {
  taskNumber: string;
  uniqueKey: string;
  revision?: number;
  /** The first 16 hex digits of the result's commitment in the public log. */
  commitment?: string;
}

/** The content of a code: a certificate of this site, a page of another host, or anything else. */
type CodeReading =
  | { kind: 'certificate'; credentials: Credentials }
  | { kind: 'foreign'; host: string }
  | { kind: 'other'; text: string };

/**
 * Number, key, revision and commitment from the fragment of a code's address:
 * `#task=10001&key=XXXX-XXXX-XXXX&revision=1&c=0123456789abcdef`. A malformed revision or commitment counts as missing,
 * because a forger could simply leave it out too.
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

/** The content of a code's text or of the clipboard; `siteUrl` is the address of this site. */
function readCode(text: string, siteUrl: string): CodeReading {
  const address = addressIn(text);
  if (!address) return { kind: 'other', text };
  if (address.host !== new URL(siteUrl).host) return { kind: 'foreign', host: address.host };
  const credentials = /^\/verify\/?$/i.test(address.pathname) ? credentialsIn(address.hash) : null;
  return credentials ? { kind: 'certificate', credentials } : { kind: 'other', text };
}

/** The codes of one picture, without duplicates. */
export interface CodesSaid {
  certificates: Credentials[];
  /** Hosts other than this site. */
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
