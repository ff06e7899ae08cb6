type Kind = { contentType: string; extensions: readonly string[]; fits: (bytes: Uint8Array) => boolean };

const startsWith =
  (...signature: number[]) =>
  (bytes: Uint8Array) =>
    signature.every((byte, index) => bytes[index] === byte);

/** The types of files that can be attached. The first bytes of a file must agree with its name. */
const KINDS: readonly Kind[] = [
  { contentType: 'application/pdf', extensions: ['pdf'], fits: startsWith(0x25, 0x50, 0x44, 0x46, 0x2d) },
  {
    contentType: 'image/png',
    extensions: ['png'],
    fits: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], fits: startsWith(0xff, 0xd8, 0xff) },
  { contentType: 'text/csv; charset=utf-8', extensions: ['csv'], fits: isPlainText },
];

/** The content type of a file; undefined if bytes and name do not agree. */
export function attachmentType(fileName: string, bytes: Uint8Array): string | undefined {
  const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return KINDS.find((kind) => kind.extensions.includes(extension) && kind.fits(bytes))?.contentType;
}

/** Whether the bytes are plain text that no browser would show as HTML. */
function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !/[^\P{Cc}\t\r\n]/u.test(text) && !/^\s*(<|%PDF)/.test(text);
  } catch {
    return false;
  }
}

const PHOTOS: readonly Kind['fits'][] = [
  startsWith(0xff, 0xd8, 0xff),
  startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  (bytes) =>
    startsWith(0x52, 0x49, 0x46, 0x46)(bytes) && startsWith(0x57, 0x45, 0x42, 0x50)(bytes.subarray(8)),
];

/** Whether a file begins like a JPEG, PNG or WebP. */
export function isPhoto(bytes: Uint8Array): boolean {
  return PHOTOS.some((fits) => fits(bytes));
}

/** How HEIC and AVIF pictures of phones begin (ISO/IEC 23008-12). */
const HEIF = /^ftyp(hei[cmsx]|hev[cmsx]|mif[12]|msf1|avi[fs])/;

/** What to do with a picture that some browsers cannot show. Undefined for other files. */
export function heifAdvice(bytes: Uint8Array): string | undefined {
  return HEIF.test(String.fromCharCode(...bytes.subarray(4, 12)))
    ? 'This is a HEIC picture, as iPhones keep them. Send it as JPEG: open it on the phone and export or share it as JPEG, or choose Settings, Camera, Formats, Most Compatible and take it again.'
    : undefined;
}
