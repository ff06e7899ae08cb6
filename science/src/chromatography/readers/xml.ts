/** One part of a document: a start tag, an end tag, or text. */
export type XmlEvent =
  | { kind: 'start'; name: string; attributes: ReadonlyMap<string, string>; line: number }
  | { kind: 'end'; name: string; line: number }
  | { kind: 'text'; text: string; line: number };

/** Why an XML document is unreadable: a sentence and the line of the file, from 1. */
export class XmlError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const DEEPEST = 64;
/** Larger than anything that an instrument writes; keeps the work short. */
const LONGEST_TAG = 65_536;
const MOST_ATTRIBUTES = 100;
const MOST_TAGS = 1_000_000;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ATTRIBUTE = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/**
 * Goes through an XML document once. It refuses type declarations, wrong tags and too large documents, and replaces no
 * entities. Throws XmlError.
 */
export function* walkXml(text: string): Generator<XmlEvent> {
  const open: string[] = [];
  let line = 1;
  let at = 0;
  let tags = 0;
  // Found once for all tags of a text line, because a file may be one very long line.
  let lineEnd = text.indexOf('\n');
  const pass = (to: number) => {
    for (; lineEnd !== -1 && lineEnd < to; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
    at = to;
  };
  const endOf = (mark: string, what: string) => {
    const end = text.indexOf(mark, at);
    if (end === -1) throw new XmlError(`the file is cut short inside ${what}`, line);
    return end + mark.length;
  };
  while (at < text.length) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      const end = next === -1 ? text.length : next;
      if (open.length > 0) yield { kind: 'text', text: text.slice(at, end), line };
      pass(end);
    } else if (text.startsWith('<?', at)) {
      pass(endOf('?>', 'a declaration'));
    } else if (text.startsWith('<!--', at)) {
      pass(endOf('-->', 'a comment'));
    } else if (text.startsWith('<![CDATA[', at)) {
      const end = endOf(']]>', 'a text');
      yield { kind: 'text', text: text.slice(at + 9, end - 3), line };
      pass(end);
    } else if (text.startsWith('<!', at)) {
      throw new XmlError(
        'the file declares entities or a document type of its own, which are never read',
        line,
      );
    } else {
      tags += 1;
      if (tags > MOST_TAGS) throw new XmlError('the file has too many elements', line);
      const end = endOfTag(text, at, line);
      yield* tag(text.slice(at + 1, end - 1), open, line);
      pass(end);
    }
  }
  const unfinished = open.at(-1);
  if (unfinished) throw new XmlError(`the file is cut short: <${unfinished}> is not finished`, line);
}

/** The position after the > that ends a tag; a > within quotes does not. */
function endOfTag(text: string, from: number, line: number): number {
  let quote = '';
  const most = Math.min(text.length, from + LONGEST_TAG);
  for (let at = from + 1; at < most; at++) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  throw new XmlError(
    most === text.length
      ? 'the file is cut short inside a tag'
      : `a tag is longer than ${LONGEST_TAG.toLocaleString('en')} characters`,
    line,
  );
}

function* tag(content: string, open: string[], line: number): Generator<XmlEvent> {
  if (content.startsWith('/')) {
    const name = content.slice(1).trim();
    if (open.pop() !== name) throw new XmlError(`</${name.slice(0, 40)}> ends what did not begin`, line);
    yield { kind: 'end', name, line };
    return;
  }
  const isEmpty = content.endsWith('/');
  const name = /^[^\s/]+/.exec(content)?.[0];
  if (name === undefined) throw new XmlError('a tag has no name', line);
  if (open.length >= DEEPEST) throw new XmlError('elements are nested too deeply', line);
  const attributes = attributesOf(content.slice(name.length, isEmpty ? -1 : undefined).trimEnd(), line);
  yield { kind: 'start', name, attributes, line };
  if (isEmpty) yield { kind: 'end', name, line };
  else open.push(name);
}

function attributesOf(text: string, line: number): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < text.length; at = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = at;
    const [, key, double, single] = ATTRIBUTE.exec(text) ?? [];
    if (key === undefined) throw new XmlError('an attribute has no value', line);
    if (attributes.size === MOST_ATTRIBUTES) throw new XmlError('a tag has too many attributes', line);
    attributes.set(key, plain(double ?? single ?? ''));
  }
  return attributes;
}

function plain(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
