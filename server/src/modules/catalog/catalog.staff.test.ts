import type { CreateSku } from '@vialproof/contract/catalog-staff';
import type { Order } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../database/seed/catalog.ts';
import { catalogAdmin, NEW_SKU } from '../../testing/catalog-admin.ts';

describe('an admin can edit the price list, and two edits at the same time do not mix', () => {
  it('a new test is for sale at once, at the end of the price list', async () => {
    const catalog = await catalogAdmin();
    const made = await catalog.create();
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ ...NEW_SKU, popular_rank: null, retired_at: null, version: 1 });
    const last = (await catalog.sold()).at(-1);
    expect(last).toMatchObject({ slug: 'epitalon', base_price_cents: 21_000 });
    expect((await catalog.order(made.body.data.id)).status).toBe(201);
    expect(await catalog.audit(made.body.data.id)).toEqual([
      { action: 'sku.created', actor_id: catalog.admin.id, detail: NEW_SKU },
    ]);
  });

  it('an address part (slug) of the price list is never used for a second test', async () => {
    const catalog = await catalogAdmin();
    const taken = await catalog.create({ slug: 'bpc-157' });
    expect(taken.status).toBe(422);
    expect(taken.body.errors).toEqual([{ path: 'slug', message: expect.stringMatching(/Another test/) }]);
    for (const slug of ['Has Space', 'UPPER', '-edge', 'two--hyphens', '', '../up', 'x'.repeat(81)]) {
      expect((await catalog.create({ slug })).status).toBe(422);
    }
    const made = (await catalog.create()).body.data;
    const renamed = await catalog.save(made, { name: 'Epithalon', slug: 'epithalon' });
    expect(renamed.body.data).toMatchObject({ name: 'Epithalon', slug: 'epitalon' });
    await expect(
      catalog.app.platform.db.pool.query("UPDATE sku SET slug = 'other' WHERE id = $1", [made.id]),
    ).rejects.toThrow(/never changes/);
  });

  it('if two admins change a test at the same time, the second save is refused', async () => {
    const catalog = await catalogAdmin();
    const [sku] = await catalog.all();
    if (!sku) throw new Error('the list is empty');
    const first = await catalog.save(sku, { base_price_cents: 31_000 });
    expect(first.body.data).toMatchObject({ base_price_cents: 31_000, version: 2 });
    const late = await catalog.save(sku, { name: 'Late' }, catalog.second);
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    expect((await catalog.retire(sku)).body.code).toBe('stale_version');
    const again = await catalog.save(first.body.data, { name: 'Late' }, catalog.second);
    expect(again.body.data).toMatchObject({ name: 'Late', base_price_cents: 31_000, version: 3 });
    expect(await catalog.audit(sku.id)).toEqual([
      {
        action: 'sku.changed',
        actor_id: catalog.admin.id,
        detail: { base_price_cents: { from: 30_000, to: 31_000 } },
      },
      {
        action: 'sku.changed',
        actor_id: catalog.second.id,
        detail: { name: { from: sku.name, to: 'Late' } },
      },
    ]);
  });

  it('of many saves of the price list at the same time, exactly one is accepted', async () => {
    const catalog = await catalogAdmin();
    const [sku] = await catalog.all();
    if (!sku) throw new Error('the list is empty');
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, n) => catalog.save(sku, { base_price_cents: 40_000 + n })),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('a save without changes writes no line to the audit log', async () => {
    const catalog = await catalogAdmin();
    const [sku] = await catalog.all();
    if (!sku) throw new Error('the list is empty');
    expect((await catalog.save(sku, {})).body.data.version).toBe(1);
    expect(await catalog.audit(sku.id)).toEqual([]);
  });

  it('a retired test is no longer for sale, and gets its old place when it is restored', async () => {
    const catalog = await catalogAdmin();
    const before = await catalog.sold();
    const sku = (await catalog.all()).find((one) => one.slug === 'retatrutide');
    if (!sku) throw new Error('retatrutide is missing');
    const ordered = await catalog.order(sku.id);
    const retired = await catalog.retire(sku);
    expect(retired.body.data).toMatchObject({ retired_at: expect.any(String), popular_rank: null });
    expect((await catalog.sold()).map(({ slug }) => slug)).not.toContain('retatrutide');
    expect((await catalog.order(sku.id)).body.code).toBe('sku_not_sold');
    expect((await catalog.retire(retired.body.data)).body.code).toBe('wrong_state');
    expect((await catalog.popular(sku.id, 1)).body.code).toBe('wrong_state');

    // An order that was made before the test left the catalog keeps its name and price.
    const own = await catalog.app.request<{ data: Order }>(`/api/orders/${ordered.body.data.id}`, {
      token: catalog.customer.token,
    });
    expect(own.body.data).toMatchObject({ base_price_cents: 30_000, sku: { name: 'Retatrutide' } });
    const checkout = await catalog.app.request('/api/checkout', {
      json: { request_id: own.body.data.id, provider: 'stripe', amount_cents: 30_000, currency: 'usd' },
      token: catalog.customer.token,
    });
    expect(checkout.status).toBe(201);

    const back = await catalog.bringBack(retired.body.data);
    expect(back.body.data.retired_at).toBeNull();
    expect((await catalog.bringBack(back.body.data)).body.code).toBe('wrong_state');
    expect((await catalog.sold()).map(({ slug }) => slug)).toEqual(before.map(({ slug }) => slug));
  });

  it('an admin moves a test behind another test; two moves at the same time both take effect', async () => {
    const catalog = await catalogAdmin();
    const [a, b, c, d] = await catalog.all();
    if (!a || !b || !c || !d) throw new Error('the list is too short');
    const slugs = async () => (await catalog.sold()).slice(0, 4).map(({ slug }) => slug);
    expect((await catalog.place(a.id, b.id)).body.data.slice(0, 4).map(({ slug }) => slug)).toEqual([
      b.slug,
      a.slug,
      c.slug,
      d.slug,
    ]);
    await catalog.place(d.id, null);
    expect(await slugs()).toEqual([d.slug, b.slug, a.slug, c.slug]);
    await Promise.all([catalog.place(c.id, null), catalog.place(b.id, a.id)]);
    expect(await slugs()).toEqual([c.slug, d.slug, a.slug, b.slug]);
    expect((await catalog.place(a.id, a.id)).status).toBe(422);
    expect((await catalog.place(a.id, catalog.admin.id)).status).toBe(422);
    expect((await catalog.place(catalog.admin.id, null)).status).toBe(404);
    expect((await catalog.place('no-id', null)).status).toBe(404);
  });

  it('the price list has at most six popular tests, without gaps in rank', async () => {
    const catalog = await catalogAdmin();
    const popular = async () =>
      (await catalog.sold())
        .filter((one) => one.popular_rank !== null)
        .sort((one, other) => (one.popular_rank ?? 0) - (other.popular_rank ?? 0))
        .map(({ slug, popular_rank }) => `${popular_rank} ${slug}`);
    expect(await popular()).toHaveLength(6);
    const made = (await catalog.create()).body.data;
    await catalog.popular(made.id, 2);
    expect(await popular()).toEqual([
      '1 semaglutide',
      '2 epitalon',
      '3 tirzepatide',
      '4 retatrutide',
      '5 bpc-157',
      '6 tb-500',
    ]);
    const retired = (await catalog.all()).find(({ slug }) => slug === 'tirzepatide');
    if (!retired) throw new Error('tirzepatide is missing');
    await catalog.retire(retired);
    expect(await popular()).toEqual([
      '1 semaglutide',
      '2 epitalon',
      '3 retatrutide',
      '4 bpc-157',
      '5 tb-500',
    ]);
  });

  it('what a test contains cannot change after its first order', async () => {
    const catalog = await catalogAdmin();
    const made = (await catalog.create()).body.data;
    const sterile = await catalog.save(made, { includes_sterility: true });
    expect(sterile.body.data).toMatchObject({ includes_sterility: true, has_orders: false });
    await catalog.order(made.id);
    const changed = await catalog.save(sterile.body.data, { includes_sterility: false });
    expect(changed.status).toBe(422);
    expect(changed.body.errors?.[0]?.path).toBe('includes_sterility');
    expect((await catalog.all()).at(-1)).toMatchObject({ includes_sterility: true, has_orders: true });
  });

  it('after an admin renames a test, the public list shows the new name too', async () => {
    const catalog = await catalogAdmin();
    const sku = (await catalog.all()).find(({ slug }) => slug === 'tb-500');
    if (!sku) throw new Error('tb-500 is missing');
    const { body } = await catalog.order(sku.id);
    const { url } = (
      await catalog.app.request<{ url: string }>('/api/checkout', {
        json: {
          request_id: body.data.id,
          provider: 'stripe',
          amount_cents: body.data.base_price_cents,
          currency: 'usd',
        },
        token: catalog.customer.token,
      })
    ).body;
    await catalog.app.raw(url, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) });
    await catalog.app.jobs.drain();
    const found = async (words: string) =>
      (
        await catalog.app.request<{ data: { sku_name: string }[] }>(
          `/api/tests?search=${encodeURIComponent(words)}`,
        )
      ).body.data.map(({ sku_name }) => sku_name);
    expect(await found('TB-500')).toEqual(['TB-500']);
    await catalog.save(sku, { name: 'Thymosin fragment 17-23' });
    await catalog.app.jobs.drain();
    expect(await found('Thymosin fragment')).toEqual(['Thymosin fragment 17-23']);
    expect(await found('TB-500')).toEqual([]);
  });

  it('the price list refuses prices that no payment provider accepts, and empty texts', async () => {
    const catalog = await catalogAdmin();
    const bad = [
      { base_price_cents: 99 },
      { base_price_cents: 0 },
      { base_price_cents: -18_000 },
      { base_price_cents: 180.5 },
      { base_price_cents: 10_000_001 },
      { base_price_cents: '18000' },
      { name: '   ' },
      { name: 'x'.repeat(121) },
      { name: 'x\u0000y' },
      { family: '' },
      { includes_sterility: 'yes' },
    ];
    for (const change of bad) {
      expect([change, (await catalog.create(change as Partial<CreateSku>)).status]).toEqual([change, 422]);
    }
    expect(await catalog.sold()).toHaveLength(CATALOG.length);
  });

  it('security 29: the price list ignores fields that its schema does not have', async () => {
    const catalog = await catalogAdmin();
    const made = await catalog.create({
      popular_rank: 1,
      retired_at: null,
      sort_order: 1,
      version: 7,
    } as object);
    expect(made.body.data).toMatchObject({ popular_rank: null, version: 1 });
    expect((await catalog.sold()).at(-1)?.slug).toBe('epitalon');
  });
});
