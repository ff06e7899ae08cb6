/** One step through a document: a start tag, an end tag (an empty element gives both), or text between tags. */
export type XmlEvent =
  | { kind: 'start'; name: string; attributes: ReadonlyMap<string, string>; line: number }
  | { kind: 'end'; name: string; line: number }
  | { kind: 'text'; text: string; line: number };

/** What makes a document unreadable: a sentence and the line, from 1. */
export class XmlError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const DEEPEST = 64;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** A tag to its end; a > may stand between quotes. */
const TAG = /<[^'">]*(?:"[^"]*"[^'">]*|'[^']*'[^'">]*)*>/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Walks through an XML document once. Entities of the document's own are never expanded: a document type declaration is
 * refused, and so are tags that do not match and a document that ends too early. Throws XmlError.
 */
export function* walkXml(text: string): Generator<XmlEvent> {
  const open: string[] = [];
  let line = 1;
  let at = 0;
  // Looked for once: a document of one long line would be searched to its end at each tag.
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
      TAG.lastIndex = at;
      if (!TAG.test(text)) throw new XmlError('the file is cut short inside a tag', line);
      const end = TAG.lastIndex;
      yield* tag(text.slice(at + 1, end - 1), open, line);
      pass(end);
    }
  }
  const unfinished = open.at(-1);
  if (unfinished) throw new XmlError(`the file is cut short: <${unfinished}> is not finished`, line);
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
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single] of content.slice(name.length).matchAll(ATTRIBUTE)) {
    attributes.set(key, plain(double ?? single ?? ''));
  }
  yield { kind: 'start', name, attributes, line };
  if (isEmpty) yield { kind: 'end', name, line };
  else open.push(name);
}

function plain(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
