import type { ProblemBody } from '@vialproof/contract/errors';
import type { SampleLabels } from '@vialproof/contract/orders';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../../testing/lab.ts';
import { labApp } from '../../../testing/test-app.ts';
import { drawLabels } from './sample-labels.ts';

/** The widths of the bars and spaces of a barcode. */
function beam(svg: string): string {
  const bars: { from: number; to: number }[] = [];
  for (const [, width = '', lines = ''] of svg.matchAll(/stroke-width="(\d+)" d="([^"]+)"/g)) {
    for (const [, x] of lines.matchAll(/M([\d.]+) /g)) {
      bars.push({ from: Number(x) - Number(width) / 2, to: Number(x) + Number(width) / 2 });
    }
  }
  bars.sort((one, other) => one.from - other.from);
  return bars
    .map(({ from, to }, place) => `${place === 0 ? '' : from - (bars[place - 1]?.to ?? 0)}${to - from}`)
    .join('');
}

/** The barcode Code 128 (ISO/IEC 15417) of 10023. */
const CODE_128_OF_10023 = ['211232', '221312', '222221', '114131', '221132', '114212', '2331112'];

describe('the printed label of a customer shows the task number as text and as codes', () => {
  const labels = drawLabels({ taskNumber: 10_023, skuName: '<script>&"', lab: 'A laboratory' });

  it('the label shows the task number as a Code 128 barcode and as a QR code', () => {
    expect(beam(labels.code128_svg)).toBe(CODE_128_OF_10023.join(''));
    const squares = [...labels.qr_svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`);
    const { data } = encode('10023', { ecc: 'Q', border: 4 });
    expect(squares).toEqual(data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x},${y}`] : []))));
  });

  it("the label's SVG has the size of the label, and shows HTML in texts as plain text", () => {
    expect(labels.vial_label).toMatchObject({ width_mm: 62, height_mm: 29 });
    expect(labels.vial_label.svg).toContain('width="62mm" height="29mm"');
    expect(labels.vial_label.svg).toContain('&lt;script&gt;&amp;&quot;');
    expect(labels.vial_label.svg).not.toContain('<script');
  });
});

describe('GET /api/me/tests/{id}/labels returns the labels for vial and parcel', () => {
  it('GET …/labels answers while the laboratory expects the sample, and no label shows the unique key', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const ask = (id: string) =>
      app.request<{ data: SampleLabels } & ProblemBody>(`/api/me/tests/${id}/labels`, {
        token: lab.customer.token,
      });
    const { ordered: unpaid } = await lab.drafted();
    expect(await ask(unpaid.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    const order = await lab.ordered();
    const { body } = await ask(order.id);
    expect(body.data.task_number).toBe(order.taskNumber);
    expect(body.data.vial_label.svg).toContain(`>${order.taskNumber}</text>`);
    expect(JSON.stringify(body)).not.toContain(order.uniqueKey.slice(0, 4));
    await must(lab.intake(lab.analyst, order));
    expect(await ask(order.id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });
});
