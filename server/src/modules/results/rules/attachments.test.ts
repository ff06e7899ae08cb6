import { describe, expect, it } from 'vitest';
import { safeFileName } from '../../../platform/files/file-names.ts';
import { attachmentType, heifAdvice } from './attachments.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const PDF = bytes('%PDF-1.7\n');
const PNG = bytes('\u0089PNG\r\n\u001a\n');
const JPEG = bytes('\u00ff\u00d8\u00ff\u00e0');
const CSV = bytes('a,b\n1,2\n');

describe('security 18 (5.2.1-3): only some files may be attached', () => {
  it.each([
    ['a.pdf', PDF, 'application/pdf'],
    ['A.PDF', PDF, 'application/pdf'],
    ['a.png', PNG, 'image/png'],
    ['a.jpg', JPEG, 'image/jpeg'],
    ['a.jpeg', JPEG, 'image/jpeg'],
    ['a.csv', CSV, 'text/csv; charset=utf-8'],
  ])('the check accepts %s by its first bytes', (name, content, type) => {
    expect(attachmentType(name, content)).toBe(type);
  });

  it.each([
    ['a page called PDF', 'a.pdf', bytes('<html>')],
    ['a PDF called PNG', 'a.png', PDF],
    ['a PNG called CSV', 'a.csv', PNG],
    ['a page called CSV', 'a.csv', bytes('  <script>alert(1)</script>')],
    ['a PDF called CSV', 'a.csv', PDF],
    ['text with a zero byte', 'a.csv', bytes('a\u0000b')],
    ['broken UTF-8', 'a.csv', bytes('\u00ff,1')],
    ['an empty file', 'a.csv', bytes('')],
    ['SVG', 'a.svg', bytes('<svg>')],
    ['no extension', 'pdf', PDF],
    ['two extensions', 'a.pdf.exe', PDF],
    ['an archive', 'a.zip', bytes('PK\u0003\u0004')],
  ])('the check refuses %s', (_, name, content) => {
    expect(attachmentType(name, content)).toBeUndefined();
  });
});

describe('security 19 (5.3, 5.4): names of files are made safe', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\report.pdf', 'report.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie x.pdf'],
    ['"; filename="b.exe', '; filename=b.exe'],
    ['...', 'file'],
    ['', 'file'],
    ['.pdf', 'pdf'],
    ['Prüfbericht 1.pdf', 'Prüfbericht 1.pdf'],
  ])('the file name %j is changed into a safe name', (given, expected) => {
    expect(safeFileName(given)).toBe(expected);
  });
});

describe('HEIC pictures are recognised by their first bytes', () => {
  it.each(['heic', 'heix', 'mif1', 'hevc', 'avif'])(
    'a HEIC picture of brand %s is recognised by its first bytes',
    (brand) => {
      expect(heifAdvice(bytes(`\u0000\u0000\u0000\u0018ftyp${brand}`))).toContain('as JPEG');
    },
  );

  it.each([
    ['a film', bytes('\u0000\u0000\u0000\u0018ftypisom')],
    ['a JPEG', JPEG],
    ['nothing', bytes('')],
  ])('%s is not recognised as a HEIC picture', (_, content) => {
    expect(heifAdvice(content)).toBeUndefined();
  });
});
