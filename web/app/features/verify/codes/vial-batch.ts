/** The lengths of GS1 elements that end without a separator (GS1 General Specifications, 7.8.5). */
const fixedLengths: Record<string, number> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((each) => [each, 8])),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((each) => [each, 10])),
  '41': 16,
};
const separator = '\u001d';

/** The batch (element 10) in what a scanner sends: elements one after another. */
function lotInElements(text: string): string | null {
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(separator)) rest = rest.slice(1);
    const fixed = fixedLengths[rest.slice(0, 2)];
    const element = fixed ? rest.slice(0, fixed) : (rest.split(separator)[0] ?? '');
    if (element.startsWith('10')) return element.slice(2) || null;
    rest = rest.slice(element.length);
  }
  return null;
}

/** The batch (element 10) in the written form: `(01)09501101530003(10)AB-123(17)261231`. */
const lotInBrackets = (text: string) =>
  /^(?:\(\d{2,4}\).*?)?\(10\)(.+?)(?=\(\d{2,4}\)|$)/.exec(text)?.[1] ?? null;

/** The batch in a GS1 Digital Link: `https://id.gs1.org/01/09501101530003/10/AB-123?17=261231`. */
function lotInLink(address: URL): string | null {
  const lot = /\/(?:01|gtin)\/\d{8,14}\/(?:22\/[^/]+\/)?(?:10|lot)\/([^/]+)/.exec(address.pathname)?.[1];
  try {
    return lot ? decodeURIComponent(lot) : null;
  } catch {
    return null;
  }
}

/**
 * The batch in a scan or an input: from GS1 elements, from a GS1 link, or else the whole text. Null for a GS1 code
 * without a batch, and for any other address.
 */
export function batchIn(text: string): string | null {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return URL.canParse(trimmed) ? lotInLink(new URL(trimmed)) : null;
  if (/^\(\d{2,4}\)/.test(trimmed)) return lotInBrackets(trimmed);
  const elements = /^\](?:C1|d2|Q3|e0)(.*)$/s.exec(trimmed)?.[1];
  if (elements !== undefined) return lotInElements(elements);
  if (trimmed.includes(separator)) return lotInElements(trimmed);
  return trimmed || null;
}
