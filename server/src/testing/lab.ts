import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { LabQueue, LabRequest } from '@vialproof/contract/lab';
import type { Measurement } from '@vialproof/contract/results';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import type { Answer, OpenApp, Person } from './open-app.ts';
import type { PreparedState } from './prepared-laboratory.ts';

type FileContent = string | Uint8Array<ArrayBuffer>;
export type LabAnswer = Answer<{ data: LabRequest } & Partial<ProblemBody>>;
export type Ordered = { id: string; taskNumber: number; uniqueKey: string; owner: Person };
type OrderOptions = {
  visibility?: 'public' | 'private';
  by?: Person;
  notes?: string;
  compound?: string;
  maker?: string;
  batch?: string;
  dosage?: string;
};

export const PURITY: Measurement = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: 99.1,
  unit: '% area',
  limit: '≥ 98.0',
  verdict: 'pass',
};
export const RESULT = { title: 'BPC-157 5 mg', summary: 'Identity confirmed.', measurements: [PURITY] };
export const TRACE_CSV = traceOf('lab');
/** The measured file of a sample. Each seed gives another file, because no two samples may have the same. */
export function traceOf(seed: string): string {
  // The first 1.5 minutes have no peak, because the methods of most tests do not exclude them.
  return traceAsCsv(syntheticTrace({ seed, solvent: 'dip' }));
}

/**
 * The laboratory of a test application: its people, its paid orders, its calls. It uses up prepared orders (see
 * `labApp`) before it creates new ones.
 */
export async function laboratory(app: OpenApp) {
  const { customer, analyst, reviewer, admin } = app.prepared?.people ?? {
    customer: await app.person(),
    analyst: await app.person('analyst'),
    reviewer: await app.person('reviewer'),
    admin: await app.person('admin'),
  };

  /**
   * A prepared order of the customer in this state. Undefined if none is left, or if the options ask for something
   * special.
   */
  function prepared(
    state: PreparedState,
    { visibility = 'public', ...wishes }: OrderOptions,
  ): Ordered | undefined {
    const waiting = app.prepared?.orders ?? [];
    const found = waiting.findIndex((each) => each.state === state && each.visibility === visibility);
    if (found < 0 || Object.keys(wishes).length > 0) return undefined;
    return waiting.splice(found, 1).map(({ id, taskNumber, uniqueKey }) => ({
      id,
      taskNumber,
      uniqueKey,
      owner: customer,
    }))[0];
  }

  /** An order that is not paid yet, with its details. */
  async function drafted({
    visibility = 'public',
    by = customer,
    notes,
    compound = 'BPC-157',
    maker = 'Test Maker',
    batch = 'T-1',
    dosage,
  }: OrderOptions = {}) {
    const catalog = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
    const sku = catalog.body.data.find((item) => item.slug === 'bpc-157');
    const order = await app.request<{ data: { id: string; task_number: number } }>('/api/orders', {
      json: { skuId: sku?.id, quantity: 1, paymentMethod: 'stripe' },
      token: by.token,
    });
    const { id, task_number: taskNumber } = order.body.data;
    const details = await app.request<{ data: { final_price_cents: number; unique_key: string } }>(
      `/api/orders/${id}/details`,
      {
        method: 'PUT',
        json: {
          visibility,
          compound_name: compound,
          dosage_text: dosage,
          manufacturer: maker,
          batch_code: batch,
          notes,
        },
        token: by.token,
      },
    );
    const { final_price_cents: price, unique_key: uniqueKey } = details.body.data;
    return { ordered: { id, taskNumber, uniqueKey, owner: by } satisfies Ordered, price };
  }

  /** An order that was paid on the sandbox's page. All jobs have run. */
  async function ordered(options: OrderOptions = {}): Promise<Ordered> {
    const waiting = prepared('ordered', options);
    if (waiting) return waiting;
    const { ordered: order, price } = await drafted(options);
    const checkout = await app.request<{ url: string }>('/api/checkout', {
      json: { request_id: order.id, provider: 'stripe', amount_cents: price, currency: 'usd' },
      token: order.owner.token,
    });
    const page = new URL(checkout.body.url).pathname;
    const paid = await app.raw(page, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) });
    if (paid.status !== 303) throw new Error(`paying answered ${paid.status}`);
    await app.jobs.drain();
    return order;
  }

  const at = (order: { id: string }, step = '') => `/api/lab/requests/${order.id}${step}`;
  const call =
    (step: string, method: string) =>
    (person: Person, order: { id: string }, json?: unknown): Promise<LabAnswer> =>
      app.request(at(order, step), { method, token: person.token, ...(json === undefined ? {} : { json }) });

  function upload(
    step: string,
    person: Person,
    order: { id: string },
    bytes: FileContent,
    name: string,
    method = 'POST',
  ) {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    return app.request<LabAnswer['body']>(at(order, step), {
      method,
      body: form,
      token: person.token,
    });
  }

  const lab = {
    customer,
    analyst,
    reviewer,
    admin,
    drafted,
    ordered,
    queue: (person: Person, query = '') =>
      app.request<LabQueue>(`/api/lab/requests${query}`, { token: person.token }),
    detail: call('', 'GET'),
    intake: (person: Person, order: { id: string }, change = {}) =>
      call('/intake', 'POST')(person, order, {
        condition: 'Sealed and intact',
        note: '',
        accepted: true,
        ...change,
      }),
    save: (person: Person, order: { id: string }, change = {}) =>
      call('/result', 'PUT')(person, order, { ...RESULT, version: 0, ...change }),
    chromatogram: (
      person: Person,
      order: { id: string; taskNumber?: number },
      // Every run of the tests gets the same data, because warnings must not depend on chance.
      bytes: FileContent = traceOf(`task ${order.taskNumber ?? order.id}`),
      name = 'trace.csv',
    ) => upload('/chromatogram', person, order, bytes, name),
    peaks: call('/chromatogram/peaks', 'PUT'),
    explain: call('/chromatogram/reason', 'PUT'),
    blank: (person: Person, order: { id: string }, bytes: FileContent, name = 'blank.csv') =>
      upload('/chromatogram/blank', person, order, bytes, name),
    subtract: call('/chromatogram/blank', 'PUT'),
    attach: (person: Person, order: { id: string }, bytes: FileContent, name: string) =>
      upload('/attachments', person, order, bytes, name),
    photo: (person: Person, order: { id: string }, bytes: FileContent, name = 'photo.jpg') =>
      upload('/photos', person, order, bytes, name),
    removePhoto: (person: Person, order: { id: string }, photo: string, reason = 'Another vial.') =>
      call(`/photos/${photo}?reason=${encodeURIComponent(reason)}`, 'DELETE')(person, order),
    redactPhoto: (
      person: Person,
      order: { id: string },
      photo: string,
      boxes: { x: number; y: number; width: number; height: number }[],
      reason: string,
    ) => call(`/photos/${photo}/redaction`, 'PUT')(person, order, { boxes, reason }),
    confirmRedaction: (person: Person, order: { id: string }, photo: string, query = '') =>
      call(`/photos/${photo}/redaction/confirm${query}`, 'POST')(person, order),
    refuseRedaction: (person: Person, order: { id: string }, photo: string, query = '') =>
      call(`/photos/${photo}/redaction/refuse${query}`, 'POST')(person, order),
    submit: (person: Person, order: { id: string }, seen = {}) =>
      call('/submit', 'POST')(person, order, { password: app.password, meaning: 'measured', ...seen }),
    sendBack: (person: Person, order: { id: string }, comment = 'Please check the unit.') =>
      call('/return', 'POST')(person, order, { comment }),
    publish: (person: Person, order: { id: string }, seen = {}) =>
      call('/publish', 'POST')(person, order, { password: app.password, meaning: 'released', ...seen }),
    amend: (person: Person, order: { id: string }, reason = 'A unit was wrong.') =>
      call('/amend', 'POST')(person, order, { reason }),
    retract: (person: Person, order: { id: string }, reason = 'The vials were swapped.') =>
      call('/retract', 'POST')(person, order, { reason }),

    /** A paid order whose sample has arrived. */
    async received(options: OrderOptions = {}): Promise<Ordered> {
      const waiting = prepared('received', options);
      if (waiting) return waiting;
      const order = await ordered(options);
      await must(lab.intake(analyst, order));
      return order;
    },
    /** A result that the analyst has written and given to a reviewer. */
    async inReview(options: OrderOptions = {}): Promise<Ordered> {
      const waiting = prepared('inReview', options);
      if (waiting) return waiting;
      const order = await lab.received(options);
      await must(lab.save(analyst, order));
      await must(lab.submit(analyst, order));
      return order;
    },
    async published(options: OrderOptions = {}): Promise<Ordered> {
      const waiting = prepared('published', options);
      if (waiting) return waiting;
      const order = await lab.inReview(options);
      await must(lab.publish(reviewer, order));
      return order;
    },
  };
  return lab;
}

/** The content of an answer. Fails if the status is not 200. */
export async function must(answer: Promise<LabAnswer>): Promise<LabRequest> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`answered ${status} ${body.code}: ${body.detail}`);
  return body.data;
}
