import type { CatalogItem } from '@vialproof/contract/catalog';
import type { Injection } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Order } from '@vialproof/contract/orders';
import { CARD, type PaymentMethod } from '@vialproof/contract/payment-methods';
import type { MeasurementInput } from '@vialproof/contract/results';
import type { Spectrum } from '@vialproof/contract/spectra';
import { syntheticReplicate } from '@vialproof/science/chromatography/synthetic-replicate';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { type Call, payOnPage } from './calls.ts';
import { buyDisplay } from './display.ts';
import type { DemoResult, DemoTest } from './order.ts';
import { DEMO_PASSWORD } from './people.ts';
import type { StepKind } from './plan.ts';
import { hasSpectrum, spectrumAsCsv } from './spectrum.ts';

/** The people of the steps, and the application's address. */
export type Desk = {
  address: string;
  customer: Call;
  second: Call;
  analyst: Call;
  reviewer: Call;
  /** The payment methods that the installation offers. */
  offered: PaymentMethod[];
};

type Ordered = { id: string; priceCents: number };

/** The reason that staff give for the warnings of a chromatogram. */
const NOTICED = 'The baseline follows the gradient; a second integration by hand gave the same share.';
/** The password with which staff sign. */
const SECRET = { password: DEMO_PASSWORD };

/**
 * When the instrument says the injection was: two hours before the result is entered, and 25 minutes later for each
 * further one.
 */
const injectedBefore = (at: Date, run: number) =>
  new Date(at.getTime() - 2 * 3_600_000 + (run - 1) * 25 * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

/** The injections of a result as files; the first one is displayed. */
function runsOf(
  { trace, nm, injections = 1 }: DemoResult,
  { task, batch, at }: { task: number; batch: string; at: Date },
): FormData[] {
  if (!trace) return [];
  return Array.from({ length: injections }, (_, place) => {
    const run = place + 1;
    const drawn = run === 1 ? syntheticTrace(trace) : syntheticReplicate(trace, run);
    const csv = traceAsCsv(drawn, nm, { sampleName: String(task), injectedAt: injectedBefore(at, run) });
    const form = new FormData();
    const name = run === 1 ? `${batch}.csv` : `${batch} ${run}.csv`;
    form.set('file', new Blob([csv], { type: 'text/csv' }), name);
    if (run > 1) form.set('as', 'replicate');
    return form;
  });
}

/** Takes the steps of demo tests through the API. */
export async function demoSteps(
  desk: Desk,
): Promise<(test: DemoTest, kind: StepKind, at: Date) => Promise<void>> {
  const { data: catalog } = await desk.customer<{ data: CatalogItem[] }>('GET', '/api/skus/catalog');
  const orders = new Map<DemoTest, Ordered>();

  const methodOf = (test: DemoTest) => (desk.offered.includes(test.method) ? test.method : CARD);

  async function order(owner: Call, skuId: string, paymentMethod: DemoTest['method']): Promise<string> {
    const body = { skuId, quantity: 1, paymentMethod };
    return (await owner<{ data: { id: string } }>('POST', '/api/orders', body)).data.id;
  }

  async function draft(test: DemoTest): Promise<void> {
    const sku = catalog.find(({ slug }) => slug === test.sku);
    if (!sku) throw new Error(`the demo seed: there is no ${test.sku}`);
    const owner = desk[test.by];
    const id = await order(owner, sku.id, methodOf(test));
    const { data } = await owner<{ data: Order }>('PUT', `/api/orders/${id}/details`, {
      visibility: test.visibility,
      compound_name: test.compound,
      dosage_text: test.dosage,
      manufacturer: test.maker,
      batch_code: test.batch,
      notes: test.notes,
    });
    orders.set(test, { id, priceCents: data.final_price_cents });
  }

  /** Asks for a payment; returns the address of its page. */
  async function checkout(test: DemoTest, { id, priceCents }: Ordered): Promise<string> {
    const { url } = await desk[test.by]<{ url: string }>('POST', '/api/checkout', {
      request_id: id,
      provider: methodOf(test),
      amount_cents: priceCents,
      currency: 'usd',
    });
    return url;
  }

  async function pay(test: DemoTest, order: Ordered): Promise<void> {
    await payOnPage(desk.address, await checkout(test, order));
  }

  const read = async (id: string) =>
    (await desk.analyst<{ data: LabRequest }>('GET', `/api/lab/requests/${id}`)).data;
  const ask = async (call: Call, id: string, step: string, body: object = {}) =>
    (await call<{ data: LabRequest }>('POST', `/api/lab/requests/${id}/${step}`, body)).data;

  /** Adds a mass spectrum to lines with a mass, in some batches. */
  async function withSpectra(
    { request }: LabRequest,
    lines: MeasurementInput[],
    batch: string,
  ): Promise<MeasurementInput[]> {
    const measured: MeasurementInput[] = [];
    for (const line of lines) {
      if (!line.mass || !hasSpectrum(batch)) {
        measured.push(line);
        continue;
      }
      const form = new FormData();
      const csv = spectrumAsCsv(Number(line.value), `${request.task_number} ${line.analyte}`);
      form.set('file', new Blob([csv], { type: 'text/csv' }), `${batch} ms.csv`);
      const { data } = await desk.analyst<{ data: Spectrum }>(
        'POST',
        `/api/lab/requests/${request.id}/spectra`,
        form,
      );
      measured.push({ ...line, spectrum_id: data.id });
    }
    return measured;
  }

  /** Lets injections with warnings count, with the same reason as the one that is shown. */
  async function countOthers(
    { request: { id }, draft: begun }: LabRequest,
    { injections = 1 }: DemoResult,
  ): Promise<LabRequest | undefined> {
    if ((begun?.chromatogram?.replicates.length ?? 0) >= injections - 1) return undefined;
    const at = `/api/lab/requests/${id}/injections`;
    const { data: runs } = await desk.analyst<{ data: Injection[] }>('GET', at);
    for (const run of runs.filter(({ used }) => !used))
      await desk.analyst('PUT', `${at}/${run.id}`, { used: true, as: 'replicate', reason: NOTICED });
    return read(id);
  }

  /** Enters a result at the time `at`. The chromatogram is uploaded first, because the purity is computed from it. */
  async function enter(id: string, result: DemoResult, batch: string, at: Date): Promise<void> {
    let opened = await read(id);
    for (const form of runsOf(result, { task: opened.request.task_number, batch, at }))
      opened = await ask(desk.analyst, id, 'chromatogram', form);
    opened = (await countOthers(opened, result)) ?? opened;
    let begun = opened.draft;
    const blank = result.trace?.purity_percent === 0 && begun?.chromatogram;
    if (blank && blank.main_peak !== null) {
      // The highest peak of a blank is not a main peak, so a person says that the blank has no main peak.
      const limits = blank.peaks.map(({ start_min, end_min }) => ({ start_min, end_min }));
      const { version, baseline } = blank;
      const { data } = await desk.analyst<{ data: LabRequest }>(
        'PUT',
        `/api/lab/requests/${id}/chromatogram/peaks`,
        { limits, main_peak: null, baseline, version, reason: 'A blank has no main peak.' },
      );
      begun = data.draft;
    }
    const noticed = begun?.chromatogram;
    if (noticed && noticed.unexplained.length > 0 && noticed.purity_percent !== null) {
      await desk.analyst('PUT', `/api/lab/requests/${id}/chromatogram/reason`, {
        reason: NOTICED,
        version: noticed.version,
      });
    }
    await desk.analyst('PUT', `/api/lab/requests/${id}/result`, {
      title: result.title,
      summary: result.summary,
      measurements: await withSpectra(
        opened,
        result.measurements(
          begun?.chromatogram?.purity_percent ?? 0,
          begun?.chromatogram?.replicates.map(({ purity_percent: percent }) => percent),
        ),
        batch,
      ),
      version: begun?.version ?? 0,
    });
    await ask(desk.analyst, id, 'submit', { ...SECRET, meaning: 'measured' });
  }

  const publish = (id: string) => ask(desk.reviewer, id, 'publish', { ...SECRET, meaning: 'released' });

  async function amend(test: DemoTest, id: string, at: Date): Promise<void> {
    if (test.ends !== 'amended') return;
    const { reason, result } = test.amendment;
    await ask(desk.analyst, id, 'amend', { reason });
    await enter(id, result, test.batch, at);
  }

  type Step = (test: DemoTest, order: Ordered, at: Date) => Promise<unknown>;
  const steps: Record<Exclude<StepKind, 'draft'>, Step> = {
    checkout,
    pay,
    cancel: (test, { id }) => desk[test.by]('POST', `/api/orders/${id}/cancel`, {}),
    intake: (_, { id }) =>
      ask(desk.analyst, id, 'intake', {
        condition: 'Sealed and intact, as described in the order',
        note: '',
        accepted: true,
      }),
    // A test becomes private at once, or after the discount is repaid.
    withdraw: (test, { id }) =>
      desk[test.by]('PUT', `/api/me/tests/${id}/visibility`, { visibility: 'private' }),
    measure: async (test, { id }, at) => 'result' in test && enter(id, test.result, test.batch, at),
    publish: (_, { id }) => publish(id),
    amend: (test, { id }, at) => amend(test, id, at),
    publish_amended: (_, { id }) => publish(id),
    retract: async (test, { id }) =>
      test.ends === 'retracted' && ask(desk.reviewer, id, 'retract', { reason: test.reason }),
    display: (test, { id }) => buyDisplay(desk[test.by], desk.address, id),
  };

  return async (test, kind, at) => {
    if (kind === 'draft') return draft(test);
    const order = orders.get(test);
    if (!order) throw new Error(`the demo seed: ${test.batch} was never ordered`);
    await steps[kind](test, order, at);
  };
}
