import type { SampleLabels } from '@vialproof/contract/orders';
import bwipjs from 'bwip-js/node';
import { encode } from 'uqr';
import { escapeXml } from '../../../platform/http/escape-xml.ts';

/** The usual width of labels in small label printers. */
const WIDTH_MM = 62;
const HEIGHT_MM = 29;
const QR_MM = 23;
const MARGIN_MM = 3;
const TEXT_X_MM = MARGIN_MM + QR_MM + 3;
const TEXT_WIDTH_MM = WIDTH_MM - TEXT_X_MM - MARGIN_MM;
/** The usual width of small labels. */
const DIGIT_WIDTH = 0.61;

/** The dark squares of a QR code with its white border. `size`: the number of squares per side. */
function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'Q', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { path: path.join(''), size };
}

const svg = (box: string, content: string, frame = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"${frame}><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`;

/** A QR code on white, with its border. */
export function qrSvg(text: string, frame = ''): string {
  const { path, size } = qrPath(text);
  return svg(`0 0 ${size} ${size}`, `<path d="${path}" fill="#000"/>`, frame);
}

/** A Code 128 barcode with its border, without text. */
function code128Svg(text: string, frame = ''): string {
  const drawn = bwipjs.toSVG({ bcid: 'code128', text, scale: 1, height: 10, paddingwidth: 10 });
  return drawn.replace('<svg ', `<svg preserveAspectRatio="none" shape-rendering="crispEdges"${frame} `);
}

const at = (x: number, y: number, width: number, height: number) =>
  ` x="${x}" y="${y}" width="${width}" height="${height}"`;

function vialLabel(taskNumber: string, skuName: string, lab: string): string {
  const size = Math.min(8.5, TEXT_WIDTH_MM / (taskNumber.length * DIGIT_WIDTH));
  const line = (text: string, y: number, fontSize: number, extra: string) =>
    `<text x="${TEXT_X_MM}" y="${y}" font-size="${fontSize}" ${extra}>${escapeXml(text)}</text>`;
  const cut = (text: string, letters: number) =>
    text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
  const sans = 'font-family="Arial, Helvetica, sans-serif"';
  const content = [
    // The QR code has its own border, so it may touch the edge of the label.
    qrSvg(taskNumber, at(0, (HEIGHT_MM - QR_MM - 2 * MARGIN_MM) / 2, HEIGHT_MM, HEIGHT_MM)),
    line('TASK', 5, 2.6, sans),
    line(taskNumber, 12.2, size, 'font-family="IBM Plex Mono, Courier New, monospace" font-weight="700"'),
    code128Svg(taskNumber, at(TEXT_X_MM - 3, 14, TEXT_WIDTH_MM + 6, 8)),
    line(cut(skuName, 22), 25.2, 2.4, sans),
    line(cut(lab, 26), 28, 2, sans),
  ].join('');
  return svg(`0 0 ${WIDTH_MM} ${HEIGHT_MM}`, content, ` width="${WIDTH_MM}mm" height="${HEIGHT_MM}mm"`);
}

/** Labels for vial and parcel. Their barcodes contain only the task number. */
export function drawLabels(sample: { taskNumber: number; skuName: string; lab: string }): SampleLabels {
  const task = String(sample.taskNumber);
  return {
    task_number: sample.taskNumber,
    vial_label: {
      svg: vialLabel(task, sample.skuName, sample.lab),
      width_mm: WIDTH_MM,
      height_mm: HEIGHT_MM,
    },
    qr_svg: qrSvg(task),
    code128_svg: code128Svg(task),
  };
}
