import type { CreateSku } from '@vialproof/contract/catalog-staff';
import type { Order } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../database/seed/catalog.ts';
import { catalogDesk, NEW_SKU } from '../../testing/catalog-desk.ts';

describe('the price list in the hands of an admin', () => {
  it('sells a new test at once, at the end of the list', async () => {
    const desk = await catalogDesk();
    const made = await desk.create();
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ ...NEW_SKU, popular_rank: null, retired_at: null, version: 1 });
    const last = (await desk.sold()).at(-1);
    expect(last).toMatchObject({ slug: 'epitalon', base_price_cents: 21_000 });
    expect((await desk.order(made.body.data.id)).status).toBe(201);
    expect(await desk.audit(made.body.data.id)).toEqual([
      { action: 'sku.created', actor_id: desk.admin.id, detail: NEW_SKU },
    ]);
  });

  it('has every slug once, for ever', async () => {
    const desk = await catalogDesk();
    const taken = await desk.create({ slug: 'bpc-157' });
    expect(taken.status).toBe(422);
    expect(taken.body.errors).toEqual([{ path: 'slug', message: expect.stringMatching(/Another test/) }]);
    for (const slug of ['Has Space', 'UPPER', '-edge', 'two--hyphens', '', '../up', 'x'.repeat(81)]) {
      expect((await desk.create({ slug })).status).toBe(422);
    }
    const made = (await desk.create()).body.data;
    const renamed = await desk.save(made, { name: 'Epithalon', slug: 'epithalon' });
    expect(renamed.body.data).toMatchObject({ name: 'Epithalon', slug: 'epitalon' });
    await expect(
      desk.app.platform.db.pool.query("UPDATE sku SET slug = 'other' WHERE id = $1", [made.id]),
    ).rejects.toThrow(/never changes/);
  });

  it('tells the second of two admins, and nothing of either is lost', async () => {
    const desk = await catalogDesk();
    const [sku] = await desk.all();
    if (!sku) throw new Error('the list is empty');
    const first = await desk.save(sku, { base_price_cents: 31_000 });
    expect(first.body.data).toMatchObject({ base_price_cents: 31_000, version: 2 });
    const late = await desk.save(sku, { name: 'Late' }, desk.second);
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    expect((await desk.retire(sku)).body.code).toBe('stale_version');
    const again = await desk.save(first.body.data, { name: 'Late' }, desk.second);
    expect(again.body.data).toMatchObject({ name: 'Late', base_price_cents: 31_000, version: 3 });
    expect(await desk.audit(sku.id)).toEqual([
      {
        action: 'sku.changed',
        actor_id: desk.admin.id,
        detail: { base_price_cents: { from: 30_000, to: 31_000 } },
      },
      {
        action: 'sku.changed',
        actor_id: desk.second.id,
        detail: { name: { from: sku.name, to: 'Late' } },
      },
    ]);
  });

  it('lets exactly one of many saves at the same time through', async () => {
    const desk = await catalogDesk();
    const [sku] = await desk.all();
    if (!sku) throw new Error('the list is empty');
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, n) => desk.save(sku, { base_price_cents: 40_000 + n })),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('keeps no trace of a save that changes nothing', async () => {
    const desk = await catalogDesk();
    const [sku] = await desk.all();
    if (!sku) throw new Error('the list is empty');
    expect((await desk.save(sku, {})).body.data.version).toBe(1);
    expect(await desk.audit(sku.id)).toEqual([]);
  });

  it('takes a retired test off sale at once and brings it back to its place', async () => {
    const desk = await catalogDesk();
    const before = await desk.sold();
    const sku = (await desk.all()).find((one) => one.slug === 'retatrutide');
    if (!sku) throw new Error('retatrutide is missing');
    const ordered = await desk.order(sku.id);
    const retired = await desk.retire(sku);
    expect(retired.body.data).toMatchObject({ retired_at: expect.any(String), popular_rank: null });
    expect((await desk.sold()).map(({ slug }) => slug)).not.toContain('retatrutide');
    expect((await desk.order(sku.id)).body.code).toBe('sku_not_sold');
    expect((await desk.retire(retired.body.data)).body.code).toBe('wrong_state');
    expect((await desk.popular(sku.id, 1)).body.code).toBe('wrong_state');

    // What was ordered before goes on, by its name and at its price.
    const own = await desk.app.request<{ data: Order }>(`/api/orders/${ordered.body.data.id}`, {
      token: desk.customer.token,
    });
    expect(own.body.data).toMatchObject({ base_price_cents: 30_000, sku: { name: 'Retatrutide' } });
    const checkout = await desk.app.request('/api/checkout', {
      json: { request_id: own.body.data.id, provider: 'stripe', amount_cents: 30_000, currency: 'usd' },
      token: desk.customer.token,
    });
    expect(checkout.status).toBe(201);

    const back = await desk.bringBack(retired.body.data);
    expect(back.body.data.retired_at).toBeNull();
    expect((await desk.bringBack(back.body.data)).body.code).toBe('wrong_state');
    expect((await desk.sold()).map(({ slug }) => slug)).toEqual(before.map(({ slug }) => slug));
  });

  it('moves a test behind another one, whatever others have moved meanwhile', async () => {
    const desk = await catalogDesk();
    const [a, b, c, d] = await desk.all();
    if (!a || !b || !c || !d) throw new Error('the list is too short');
    const slugs = async () => (await desk.sold()).slice(0, 4).map(({ slug }) => slug);
    expect((await desk.place(a.id, b.id)).body.data.slice(0, 4).map(({ slug }) => slug)).toEqual([
      b.slug,
      a.slug,
      c.slug,
      d.slug,
    ]);
    await desk.place(d.id, null);
    expect(await slugs()).toEqual([d.slug, b.slug, a.slug, c.slug]);
    await Promise.all([desk.place(c.id, null), desk.place(b.id, a.id)]);
    expect(await slugs()).toEqual([c.slug, d.slug, a.slug, b.slug]);
    expect((await desk.place(a.id, a.id)).status).toBe(422);
    expect((await desk.place(a.id, desk.admin.id)).status).toBe(422);
    expect((await desk.place(desk.admin.id, null)).status).toBe(404);
    expect((await desk.place('no-id', null)).status).toBe(404);
  });

  it('keeps six popular ones without gaps', async () => {
    const desk = await catalogDesk();
    const popular = async () =>
      (await desk.sold())
        .filter((one) => one.popular_rank !== null)
        .sort((one, other) => (one.popular_rank ?? 0) - (other.popular_rank ?? 0))
        .map(({ slug, popular_rank }) => `${popular_rank} ${slug}`);
    expect(await popular()).toHaveLength(6);
    const made = (await desk.create()).body.data;
    await desk.popular(made.id, 2);
    expect(await popular()).toEqual([
      '1 semaglutide',
      '2 epitalon',
      '3 tirzepatide',
      '4 retatrutide',
      '5 bpc-157',
      '6 tb-500',
    ]);
    const retired = (await desk.all()).find(({ slug }) => slug === 'tirzepatide');
    if (!retired) throw new Error('tirzepatide is missing');
    await desk.retire(retired);
    expect(await popular()).toEqual([
      '1 semaglutide',
      '2 epitalon',
      '3 retatrutide',
      '4 bpc-157',
      '5 tb-500',
    ]);
  });

  it('keeps what a test includes once it was ordered', async () => {
    const desk = await catalogDesk();
    const made = (await desk.create()).body.data;
    const sterile = await desk.save(made, { includes_sterility: true });
    expect(sterile.body.data).toMatchObject({ includes_sterility: true, has_orders: false });
    await desk.order(made.id);
    const changed = await desk.save(sterile.body.data, { includes_sterility: false });
    expect(changed.status).toBe(422);
    expect(changed.body.errors?.[0]?.path).toBe('includes_sterility');
    expect((await desk.all()).at(-1)).toMatchObject({ includes_sterility: true, has_orders: true });
  });

  it('a renamed test has its new name on the public list too', async () => {
    const desk = await catalogDesk();
    const sku = (await desk.all()).find(({ slug }) => slug === 'tb-500');
    if (!sku) throw new Error('tb-500 is missing');
    const { body } = await desk.order(sku.id);
    const { url } = (
      await desk.app.request<{ url: string }>('/api/checkout', {
        json: {
          request_id: body.data.id,
          provider: 'stripe',
          amount_cents: body.data.base_price_cents,
          currency: 'usd',
        },
        token: desk.customer.token,
      })
    ).body;
    await desk.app.raw(url, { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }) });
    await desk.app.jobs.drain();
    const found = async (words: string) =>
      (
        await desk.app.request<{ data: { sku_name: string }[] }>(
          `/api/tests?search=${encodeURIComponent(words)}`,
        )
      ).body.data.map(({ sku_name }) => sku_name);
    expect(await found('TB-500')).toEqual(['TB-500']);
    await desk.save(sku, { name: 'Thymosin fragment 17-23' });
    await desk.app.jobs.drain();
    expect(await found('Thymosin fragment')).toEqual(['Thymosin fragment 17-23']);
    expect(await found('TB-500')).toEqual([]);
  });

  it('refuses prices that no provider takes and words that are none', async () => {
    const desk = await catalogDesk();
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
      expect([change, (await desk.create(change as Partial<CreateSku>)).status]).toEqual([change, 422]);
    }
    expect(await desk.sold()).toHaveLength(CATALOG.length);
  });

  it('security 29: takes no field that the calls do not name', async () => {
    const desk = await catalogDesk();
    const made = await desk.create({
      popular_rank: 1,
      retired_at: null,
      sort_order: 1,
      version: 7,
    } as object);
    expect(made.body.data).toMatchObject({ popular_rank: null, version: 1 });
    expect((await desk.sold()).at(-1)?.slug).toBe('epitalon');
  });
});
