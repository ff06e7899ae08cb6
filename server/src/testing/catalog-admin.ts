import type { CatalogItem } from '@vialproof/contract/catalog';
import type { CreateSku, StaffSku } from '@vialproof/contract/catalog-staff';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Order } from '@vialproof/contract/orders';
import { type Person, type TestApp, testApp } from './test-app.ts';

type One = { data: StaffSku } & Partial<ProblemBody>;
type All = { data: StaffSku[] } & Partial<ProblemBody>;

export const NEW_SKU: CreateSku = {
  slug: 'epitalon',
  name: 'Epitalon',
  description: 'Identity, purity and amount per vial.',
  family: 'Peptides',
  sample_requirement: '1 sealed vial',
  tat_text: '5-7 business days after receipt',
  base_price_cents: 21_000,
  includes_sterility: false,
};

/** An admin who edits the price list, a second admin, and a customer who orders. */
export async function catalogAdmin() {
  const app = await testApp();
  const admin = await app.person('admin');
  const second = await app.person('admin');
  const customer = await app.person();
  const call = <T>(path: string, json: unknown, method = 'POST', by: Person = admin) =>
    app.request<T>(`/api/lab/skus${path}`, { method, json, token: by.token });
  const fieldsOf = ({
    id: _i,
    slug: _s,
    popular_rank: _p,
    retired_at: _r,
    has_orders: _h,
    ...rest
  }: StaffSku) => rest;
  return {
    app,
    admin,
    second,
    customer,
    fieldsOf,
    all: async () => (await app.request<All>('/api/lab/skus', { token: admin.token })).body.data,
    sold: async () => (await app.request<{ data: CatalogItem[] }>('/api/skus/catalog')).body.data,
    create: (change: Partial<CreateSku> = {}, by = admin) =>
      call<One>('', { ...NEW_SKU, ...change }, 'POST', by),
    save: (sku: StaffSku, change: object, by = admin) =>
      call<One>(`/${sku.id}`, { ...fieldsOf(sku), ...change }, 'PUT', by),
    retire: (sku: StaffSku) => call<One>(`/${sku.id}/retire`, { version: sku.version }),
    bringBack: (sku: StaffSku) => call<One>(`/${sku.id}/bring-back`, { version: sku.version }),
    place: (id: string, after_id: string | null) => call<All>(`/${id}/place`, { after_id }),
    popular: (id: string, rank: number | null) => call<All>(`/${id}/popular`, { rank }),
    order: (id: string) => placeOrder(app, customer, id),
    audit: async (id: string) =>
      (
        await app.platform.db.pool.query<{ action: string; actor_id: string; detail: object }>(
          'SELECT action, actor_id, detail FROM audit_entry WHERE subject_id = $1 ORDER BY id',
          [id],
        )
      ).rows,
  };
}

async function placeOrder(app: TestApp, by: Person, skuId: string) {
  return app.request<{ data: Order } & ProblemBody>('/api/orders', {
    json: { skuId, quantity: 1, paymentMethod: 'stripe' },
    token: by.token,
  });
}
