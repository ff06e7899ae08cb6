/** What names a certificate: printed on it, and held by its QR code. Codes of before name neither revision nor commitment. */
export interface Credentials {
  taskNumber: string;
  uniqueKey: string;
  revision?: number;
  /** The first 16 hex digits of what the public log holds of the result. */
  commitment?: string;
}

/** What a code says: a certificate of this site, or a page of another host, or anything else. */
type CodeReading =
  | { kind: 'certificate'; credentials: Credentials }
  | { kind: 'foreign'; host: string }
  | { kind: 'other'; text: string };

/**
 * Number, key, revision and commitment from the fragment of a code's address:
 * `#task=10001&key=XXXX-XXXX-XXXX&revision=1&c=0123456789abcdef`. A malformed revision or commitment counts as absent:
 * whoever alters a code could leave it out just as well.
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

/** What the text of a code, or of the clipboard, says; `siteUrl` is the address of this site. */
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
  /** Hosts that are not this one. */
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
