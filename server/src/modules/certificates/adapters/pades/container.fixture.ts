/** The PDF with another signature. The signed bytes stay. */
export function withContainer(pdf: Uint8Array, change: (der: Buffer) => Buffer): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(pdf).toString('latin1');
  const start = text.indexOf('/Contents <', text.indexOf('/ByteRange')) + '/Contents <'.length;
  const end = text.indexOf('>', start);
  const filled = Buffer.from(text.slice(start, end), 'hex');
  const [whole = Buffer.alloc(0)] = valuesIn(filled);
  const changed = change(whole).toString('hex');
  if (changed === whole.toString('hex')) throw new Error('the signature was not changed');
  const padded = changed.padEnd(end - start, '0');
  return new Uint8Array(Buffer.from(text.slice(0, start) + padded + text.slice(end), 'latin1'));
}

/** Changes the certificates in a signature. */
export const withCertificates = (change: (certificates: Buffer[]) => Buffer[]) => (der: Buffer) =>
  inSignedData(der, (parts) =>
    parts.map((part) => (part[0] === 0xa0 ? derOf(0xa0, change(valuesIn(contentOf(part)))) : part)),
  );

/** Changes the fields of the signer in a signature. */
export const withSignerInfo = (change: (fields: Buffer[]) => Buffer[]) => (der: Buffer) =>
  inSignedData(der, (parts) => {
    const [info = Buffer.alloc(0)] = valuesIn(contentOf(parts.at(-1) ?? Buffer.alloc(0)));
    return [...parts.slice(0, -1), derOf(0x31, [derOf(0x30, change(valuesIn(contentOf(info))))])];
  });

/** Another valid signature by the same key for the same bytes: (r, n - s). P-256 always has two. */
export function otherS(signature: Buffer): Buffer {
  const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const [r = Buffer.alloc(0), s = Buffer.alloc(0)] = valuesIn(contentOf(contentOf(signature)));
  const hex = (n - BigInt(`0x${contentOf(s).toString('hex')}`)).toString(16).padStart(64, '0');
  const bytes = Buffer.from(hex.replace(/^(?:00)+/, ''), 'hex');
  const positive = (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
  return derOf(0x04, [derOf(0x30, [r, derOf(0x02, [positive])])]);
}

/** One value in the format DER. */
export function derOf(tag: number, parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}

function inSignedData(der: Buffer, change: (parts: Buffer[]) => Buffer[]): Buffer {
  const [type = Buffer.alloc(0), content = Buffer.alloc(0)] = valuesIn(contentOf(der));
  const [signedData = Buffer.alloc(0)] = valuesIn(contentOf(content));
  const changed = derOf(0x30, change(valuesIn(contentOf(signedData))));
  return derOf(0x30, [type, derOf(0xa0, [changed])]);
}

function spanOf(bytes: Buffer, at: number): { from: number; to: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { from: at + 2, to: at + 2 + first };
  const count = first & 0x7f;
  const from = at + 2 + count;
  return { from, to: from + (count === 0 ? 0 : bytes.readUIntBE(at + 2, count)) };
}

function contentOf(value: Buffer): Buffer {
  const { from, to } = spanOf(value, 0);
  return value.subarray(from, to);
}

function valuesIn(content: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < content.length; at = spanOf(content, at).to)
    found.push(content.subarray(at, spanOf(content, at).to));
  return found;
}
