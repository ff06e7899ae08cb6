/** A PDF with space for a signature between `before` and `after`, which are both signed. */
export type Placeholder = { before: Uint8Array; after: Uint8Array; room: number };

type Field = { name: string; reason: string; signedAt: Date };
type Reference = { number: number; text: string };

const LATIN1 = new TextDecoder('latin1');
const DIGITS = 10;

/**
 * Adds a field for the signature behind the last byte of a PDF, and changes none of its bytes. The field forbids later
 * changes (DocMDP 1). It works only for files of our own template.
 * @param room the largest length of the signature.
 */
export function prepareSignature(pdf: Uint8Array, field: Field, room: number): Placeholder {
  const text = LATIN1.decode(pdf);
  const file = readFile(text);
  const page = firstPage(file, dictionaryEntry(file.object(file.root).text, 'Pages'));
  const catalogue = file.object(file.root);
  const signature = file.size;
  const widget = file.size + 1;
  const ref = (number: number) => `${number} 0 R`;

  const updated = new Map<number, string>([
    [
      catalogue.number,
      extend(
        catalogue.text,
        `/AcroForm << /Fields [${ref(widget)}] /SigFlags 3 >> /Perms << /DocMDP ${ref(signature)} >>`,
      ),
    ],
    // PDF/UA needs an order of the annotations on a page.
    [page.number, extend(page.text, `/Annots [${ref(widget)}] /Tabs /S`)],
    [
      widget,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /TU ${textString('Digital signature of the laboratory')} ` +
        `/F 132 /Rect [0 0 0 0] /P ${ref(page.number)} /V ${ref(signature)} >>`,
    ],
  ]);

  let out = '\n';
  const offsets = new Map<number, number>();
  for (const [number, body] of updated) {
    offsets.set(number, pdf.length + out.length);
    out += `${number} 0 obj\n${body}\nendobj\n`;
  }
  offsets.set(signature, pdf.length + out.length);
  out +=
    `${signature} 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ` +
    `/Name ${textString(field.name)} /Reason ${textString(field.reason)} /M (${dateText(field.signedAt)}) ` +
    '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>] ' +
    '/ByteRange [0 ';
  const rangeAt = out.length;
  const contents = '] /Contents ';
  const rangeLength = 3 * DIGITS + 2;
  const start = pdf.length + rangeAt + rangeLength + contents.length;
  const end = start + 2 * room + 2;

  const head = out;
  let tail = ' >>\nendobj\n';
  const crossReferences = end + tail.length;
  tail += `xref\n${crossReferenceTable(offsets)}`;
  tail += `trailer\n<< /Size ${file.size + 2} ${file.trailer} /Prev ${file.startxref} >>\n`;
  tail += `startxref\n${crossReferences}\n%%EOF\n`;

  const range = [start, end, tail.length].map((value) => String(value).padEnd(DIGITS)).join(' ');
  const added = Buffer.from(head + range + contents, 'latin1');
  return { before: Buffer.concat([pdf, added]), after: Buffer.from(tail, 'latin1'), room };
}

/** The whole file with the signature in its place. */
export function insertSignature({ before, after, room }: Placeholder, der: Uint8Array): Uint8Array {
  if (der.length > room) throw new Error(`the signature needs ${der.length} bytes of ${room}`);
  const hex = Buffer.from(der)
    .toString('hex')
    .padEnd(2 * room, '0');
  return new Uint8Array(Buffer.concat([before, Buffer.from(`<${hex}>`, 'latin1'), after]));
}

/** The number of the object after this name. */
function dictionaryEntry(dictionary: string, name: string): number {
  const found = new RegExp(`/${name}\\s+(\\d+)\\s+0\\s+R`).exec(dictionary)?.[1];
  if (found === undefined) throw new Error(`the PDF has no /${name} where one belongs`);
  return Number(found);
}

function readFile(text: string) {
  const startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? Number.NaN);
  const trailer = /^trailer\s*<<([\s\S]*?)>>\s*startxref/m.exec(text.slice(startxref))?.[1];
  const table = /^xref\s+0\s+(\d+)\s+([\s\S]*?)trailer/.exec(text.slice(startxref));
  if (!trailer || !table) throw new Error('the PDF has no plain cross-reference table');
  const rows = table[2]?.match(/\d{10} \d{5} [nf]/g) ?? [];
  const size = Number(table[1]);
  if (rows.length !== size) throw new Error('the cross-reference table of the PDF is damaged');
  return {
    startxref,
    size,
    root: dictionaryEntry(trailer, 'Root'),
    /** Entries that each later trailer must repeat. */
    trailer: trailer
      .replace(/\/Size\s+\d+/, '')
      .trim()
      .replace(/\s*\n\s*/g, ' '),
    object(number: number): Reference {
      const offset = Number(rows[number]?.slice(0, 10));
      const body = new RegExp(`^${number}\\s+0\\s+obj\\s*([\\s\\S]*?)\\s*endobj`).exec(
        text.slice(offset, offset + 200_000),
      )?.[1];
      if (body === undefined) throw new Error(`the PDF has no object ${number} where it says`);
      return { number, text: body };
    },
  };
}

function firstPage(file: ReturnType<typeof readFile>, pages: number): Reference {
  const node = file.object(pages);
  const kid = /\/Kids\s*\[\s*(\d+)\s+0\s+R/.exec(node.text)?.[1];
  if (kid === undefined) return node;
  return firstPage(file, Number(kid));
}

/** The dictionary with more `entries`. */
function extend(dictionary: string, entries: string): string {
  if (/\/(Annots|AcroForm|Perms|Tabs)\b/.test(dictionary))
    throw new Error('the PDF has annotations or a form already');
  const end = dictionary.lastIndexOf('>>');
  if (end < 0) throw new Error('the PDF has no dictionary where one belongs');
  return `${dictionary.slice(0, end)} ${entries} >>`;
}

function crossReferenceTable(offsets: Map<number, number>): string {
  const sorted = [...offsets].sort(([one], [other]) => one - other);
  return sorted
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
}

/** A text in hexadecimal UTF-16, which cannot contain the sign that ends it. */
function textString(text: string): string {
  const units = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${units.toString('hex')}>`;
}

function dateText(at: Date): string {
  return `D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}
