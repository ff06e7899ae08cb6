import { describe, expect, it } from 'vitest';
import { linesOf } from './paper-lines';
import { textOf } from './pdf-text';

/** Makes a PDF of one page with these drawing operators and annotations. */
function pdfOf(drawn: string, annotations = ''): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${annotations}]
       /Resources << /Font << /F1 5 0 R >> /XObject << /Form 6 0 R >> >> >>`,
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Matrix [200 0 0 30 50 690] /Length ${picture.length} >>
stream\n${picture}\nendstream`,
  ];
  const body = objects.map((each, place) => `${place + 1} 0 obj\n${each}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.7\n${body}trailer << /Root 1 0 R /Size 7 >>\n%%EOF`);
}

/** One dark pixel, enlarged to fill the unit square. */
const picture = 'BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI';
const text = `BT /F1 10 Tf 50 740 Td (Certificate VP-10003-R1) Tj 0 -40 Td (Purity) Tj 100 0 Td (99.10 %) Tj
  -100 -40 Td (Batch) Tj 100 0 Td (DEMO-11) Tj ET`;
const pictureAt = (where: string) => `q ${where} cm ${picture} Q`;
const readIn = async (pdf: Uint8Array) => {
  const read = await textOf(pdf);
  return {
    isCovered: read.isCovered,
    lines: linesOf(read).map(({ cells }) => cells.map((cell) => cell.text)),
  };
};
const whole = [['Certificate VP-10003-R1'], ['Purity', '99.10 %'], ['Batch', 'DEMO-11']];
const withoutPurity = [whole[0], whole[2]];

it('the reader of PDFs says that an incomplete file may be incomplete', async () => {
  const half = pdfOf(text).slice(0, 90);
  await expect(textOf(half)).rejects.toThrow(
    'This file is no PDF that can be read. It may be incomplete: download it again, or ask for it once more.',
  );
});

describe('text below a picture is not read', () => {
  it('text beside a picture is read if the picture does not touch it', async () => {
    expect(await readIn(pdfOf(text))).toEqual({ isCovered: false, lines: whole });
    expect(await readIn(pdfOf(`${text} ${pictureAt('100 0 0 100 450 690')}`))).toEqual({
      isCovered: false,
      lines: whole,
    });
  });

  it.each([
    ['a picture over a figure', pdfOf(`${text} ${pictureAt('60 0 0 14 145 697')}`)],
    ['a picture that was drawn before the text', pdfOf(`${pictureAt('60 0 0 14 145 697')} ${text}`)],
    ['a picture that is upside down', pdfOf(`${text} ${pictureAt('-60 0 0 -14 205 711')}`)],
    ['a picture in a form', pdfOf(`${text} /Form Do`)],
    [
      'a typed note',
      pdfOf(text, '<< /Subtype /FreeText /Rect [140 695 210 712] /Contents (99.90) /DA (/F1 10 Tf) >>'),
    ],
    ['a stamp', pdfOf(text, '<< /Type /Annot /Subtype /Stamp /Rect [140 695 210 712] >>')],
  ])('text in a line with a picture is not read: %s', async (_, pdf) => {
    expect(await readIn(pdf)).toEqual({ isCovered: true, lines: withoutPurity });
  });

  it('text below a picture of the whole page is not read', async () => {
    const scanned = pdfOf(`${text} ${pictureAt('595 0 0 842 0 0')}`);
    expect(await readIn(scanned)).toEqual({ isCovered: true, lines: [] });
  });

  it('text below highlights and similar annotations is read', async () => {
    const marked = pdfOf(
      text,
      '<< /Subtype /Highlight /Rect [40 695 210 712] /QuadPoints [40 712 210 712 40 695 210 695] >>',
    );
    expect(await readIn(marked)).toEqual({ isCovered: false, lines: whole });
  });
});
