import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { lockOrderForChange } from '../orders/orders.service.ts';
import { namedSubjectOf } from './makers.service.ts';

const subject = (app: TestApp, { id }: Pick<Ordered, 'id'>) =>
  namedSubjectOf(app.modules.makers, app.platform.db.orm, id);
const rows = async (app: TestApp, table: string) =>
  (await app.platform.db.pool.query(`SELECT * FROM ${table}`)).rows;

describe('the names of a test become public records when the test is published', () => {
  it('the names of a test get records and addresses when it is published, and not before', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.inReview({ maker: 'Ácme & Söhne', batch: 'LOT/24 💊', compound: 'bpc–157' });
    expect(await subject(app, order)).toMatchObject({ maker: null, batch: null });
    await must(lab.publish(lab.reviewer, order));
    const { compound, maker, batch } = await subject(app, order);
    expect(compound).toMatchObject({ name: 'BPC-157', slug: 'bpc-157', confirmed: true });
    expect(maker).toMatchObject({ name: 'Ácme & Söhne', slug: 'acme-sohne', confirmed: false });
    expect(batch).toMatchObject({ name: 'LOT/24 💊', slug: 'lot-24-pill', maker_slug: 'acme-sohne' });
  });

  it('the names of a private test get no records until its owner publishes it', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    expect(await subject(app, order)).toMatchObject({ maker: null, batch: null });
    for (const table of ['named_record', 'record_alias', 'request_subject'])
      expect(await rows(app, table)).toEqual([]);
    await app.request(`/api/me/tests/${order.id}/publish-publicly`, {
      method: 'POST',
      token: lab.customer.token,
    });
    expect((await subject(app, order)).maker).toMatchObject({ name: 'Test Maker', slug: 'test-maker' });
  });

  it('names that differ only by case and spaces are one record, and other names have other addresses', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const slugs: (string | undefined)[] = [];
    for (const maker of ['Acme Co', ' ACME  co', 'Acme-Co', 'null']) {
      slugs.push((await subject(app, await lab.published({ maker }))).maker?.slug);
    }
    expect(slugs).toEqual(['acme-co', 'acme-co', 'acme-co-2', 'null']);
  });

  it('an empty text is no name, and a batch is recorded only with a maker', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    expect(await subject(app, await lab.published({ maker: '', batch: '', compound: '' }))).toEqual({
      compound: null,
      maker: null,
      batch: null,
    });
    expect((await subject(app, await lab.published({ maker: ' ', batch: 'L1' }))).batch).toBeNull();
  });

  it('if two tests with the same new spelling are published at once, one record is created', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const first = await lab.inReview({ maker: 'New Maker' });
    const second = await lab.inReview({ maker: 'NEW maker' });
    const answers = await Promise.all([first, second].map((order) => lab.publish(lab.reviewer, order)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = [await subject(app, first), await subject(app, second)];
    expect(one.maker).toEqual(other.maker);
    expect(one.batch).toEqual(other.batch);
    expect(await rows(app, "named_record WHERE kind = 'maker'")).toHaveLength(1);
  });

  it('writing the names of a test does not wait for another test of the same maker', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const changed = await lab.inReview({ maker: 'New Maker' });
    const order = await lab.inReview({ maker: 'New Maker' });
    await app.platform.db.transaction(async (tx) => {
      await lockOrderForChange(app.modules.orders, tx, changed.id);
      await must(lab.publish(lab.reviewer, order));
    });
    expect((await subject(app, changed)).maker).toEqual((await subject(app, order)).maker);
  });

  it('the spelling TB-500 does not lead to TB-4, and a brand leads to the compound in it', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const names: Record<string, string | undefined> = {};
    for (const compound of ['TB 500', 'thymosin β4', 'Ozempic', 'Zepbound', 'CJC-1295', 'Unlabelled vial']) {
      const named = (await subject(app, await lab.published({ compound }))).compound;
      names[compound] = named?.confirmed ? named.name : 'unconfirmed';
    }
    expect(names).toEqual({
      'TB 500': 'TB-500',
      'thymosin β4': 'TB-4',
      Ozempic: 'Semaglutide',
      Zepbound: 'Tirzepatide',
      'CJC-1295': 'unconfirmed',
      'Unlabelled vial': 'unconfirmed',
    });
  });
});
