import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import {
  photographed,
  photosOutside,
  pixelOf,
  publishedWithPhoto,
  sha256Of,
} from '../../testing/photographed.ts';
import { telephonePhoto } from '../../testing/photos.ts';
import { labApp, type TestApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const REASON = 'An address is readable on the label';
const BOX = { x: 10, y: 20, width: 200, height: 100 };

const proposalOf = (answer: { photos: { proposal?: { id: string; url: string } | null | undefined }[] }) => {
  const proposal = answer.photos[0]?.proposal;
  if (!proposal) throw new Error('nothing is proposed');
  return proposal;
};

async function certificatesOf(app: TestApp, requestId: string) {
  const { rows } = await app.platform.db.pool.query<{
    revision: number;
    sha256: string;
    result_json: string;
  }>('SELECT revision, sha256, result_json FROM certificate WHERE request_id = $1 ORDER BY revision', [
    requestId,
  ]);
  return rows.map(({ result_json, ...row }) => ({
    ...row,
    text: result_json,
    file: JSON.parse(result_json),
  }));
}

describe('a photo is blackened after the publication only if a second person agrees', () => {
  it('while it is proposed to blacken a photo, other people see neither the original nor the blackened copy, and the log describes the boxes in words', async () => {
    const { app, lab, order, id, row, shown, bytesOf } = await publishedWithPhoto(await labApp());
    // What caches and browsers stored before the change.
    expect((await photosOutside(app, order)).map((photos) => photos.length)).toEqual([1, 1, 1]);
    const etag = (await shown()).headers.get('etag') ?? '';
    const answer = await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    const proposal = proposalOf(answer);
    expect(answer.photos).toMatchObject([
      { id, redactions: [], proposal: { boxes: [BOX], reason: REASON, may_decide: false } },
    ]);
    expect(await photosOutside(app, order)).toEqual([[], [], []]);
    for (const path of [`/api/photos/${id}`, proposal.url]) {
      for (const token of [undefined, order.owner.token, (await app.person()).token]) {
        expect((await shown(token, path)).status, path).toBe(404);
        expect((await shown(token, `${path}/link`)).status, path).toBe(404);
      }
    }
    expect((await app.raw(`/api/photos/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(404);

    for (const person of [lab.analyst, lab.reviewer, lab.admin]) {
      expect(sha256Of(await bytesOf(person.token))).toBe(row.sha256);
      const copy = await bytesOf(person.token, proposal.url);
      expect(await pixelOf(copy, 100, 70)).toBeLessThan(8);
      expect(await pixelOf(copy, 300, 300)).toBeGreaterThan(190);
      const { photos } = await must(lab.detail(person, order));
      expect(photos[0]?.proposal?.may_decide).toBe(person === lab.reviewer);
      const signed = await app.request<{ data: { url: string } }>(`${proposal.url}/link`, {
        token: person.token,
      });
      expect((await shown(undefined, signed.body.data.url)).status).toBe(200);
    }
    await app.jobs.drain();
    expect(await app.platform.files.find(row.file_key)).toBeDefined();
    const { body } = await app.request<{ data: { action: string; detail: object }[] }>(
      `/api/lab/requests/${order.id}/audit`,
      { token: lab.reviewer.token },
    );
    expect(
      body.data.find(({ action }) => action === 'request.photo_redaction_proposed')?.detail,
    ).toMatchObject({ photo: id, boxes: ['200 × 100 pixels at 10, 20'], reason: REASON });
  });

  it('a proposal to blacken a photo makes existing links to it invalid', async () => {
    const app = await labApp();
    const { lab, order, id, shown } = await photographed(app, { visibility: 'private' });
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const linked = async () => {
      const { body } = await app.request<{ data: { url: string } }>(`/api/photos/${id}/link`, {
        token: order.owner.token,
      });
      return body.data.url;
    };
    expect((await shown(undefined, await linked())).status).toBe(200);
    const link = await linked();
    expect(link).toContain('link=');
    await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    expect((await shown(undefined, link)).status).toBe(404);
    await must(lab.refuseRedaction(lab.reviewer, order, id));
    expect((await shown(undefined, await linked())).status).toBe(200);
  });

  it('a reviewer who ordered the test does not see proposals to blacken its photos', async () => {
    const app = await labApp();
    const owner = await app.person('reviewer');
    const { lab, order, id, shown, row, bytesOf } = await photographed(app, { by: owner });
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.admin, order));
    expect((await shown(owner.token)).status).toBe(200);
    const proposal = proposalOf(await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON)));
    expect((await shown(owner.token)).status).toBe(404);
    expect((await shown(owner.token, proposal.url)).status).toBe(404);
    expect(JSON.stringify(await lab.detail(owner, order))).not.toContain(id);
    expect((await lab.confirmRedaction(owner, order, id)).body.code).toBe('own_order');
    expect(sha256Of(await bytesOf(lab.analyst.token))).toBe(row.sha256);
  });

  it('after a second person agrees to blacken a photo, its original is destroyed', async () => {
    const { app, lab, order, id, row, rowOf, bytesOf } = await publishedWithPhoto(await labApp());
    const [issued] = await certificatesOf(app, order.id);
    const pdf = await bytesOf(undefined, `/api/coa/${order.id}`);
    expect(issued?.file.photos).toEqual([{ sha256: row.sha256, taken_at: expect.any(String) }]);
    await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    const own = await lab.confirmRedaction(lab.admin, order, id);
    expect([own.status, own.body.code]).toEqual([403, 'same_person']);
    expect((await lab.confirmRedaction(lab.analyst, order, id)).body.code).toBe('forbidden');
    expect((await lab.confirmRedaction(lab.customer, order, id)).status).toBe(404);
    await app.jobs.drain();
    expect(await app.platform.files.find(row.file_key)).toBeDefined();

    app.clock.advance(60_000);
    const { photos, steps } = await must(lab.confirmRedaction(lab.reviewer, order, id));
    expect(photos[0]).toMatchObject({
      proposal: null,
      redactions: [{ sha256: row.sha256, reason: REASON, confirmed_by: expect.any(String) }],
    });
    expect(steps.map(({ what }) => what).slice(-2)).toEqual([
      'request.photo_redaction_proposed',
      'request.photo_redaction_confirmed',
    ]);
    const text = `redacted after issue, SHA-256 of the original ${row.sha256}`;
    const said = { sha256: row.sha256, at: app.clock.now().toISOString(), text };
    for (const outside of await photosOutside(app, order)) {
      expect(outside).toMatchObject([{ id, width: 640, height: 600, redacted_after_issue: [said] }]);
    }
    const copy = await bytesOf();
    expect(sha256Of(copy)).toBe((await rowOf()).sha256);
    expect(await pixelOf(copy, 100, 70)).toBeLessThan(8);
    await app.jobs.drain();
    expect(await app.platform.files.find(row.file_key)).toBeUndefined();

    // Earlier certificates stay unchanged.
    expect(await certificatesOf(app, order.id)).toEqual([issued]);
    expect(await bytesOf(undefined, `/api/coa/${order.id}`)).toEqual(pdf);
    for (const decide of [lab.confirmRedaction, lab.refuseRedaction]) {
      expect((await decide(lab.reviewer, order, id)).body.code).toBe('wrong_state');
    }
    const { rows } = await app.platform.db.pool.query(
      "SELECT FROM audit_entry WHERE action = 'request.photo_redaction_confirmed' AND actor_id = $1",
      [lab.reviewer.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('after a second person refuses to blacken a photo, the original is shown again', async () => {
    const { app, lab, order, id, row, bytesOf } = await publishedWithPhoto(await labApp());
    await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    const { rows } = await app.platform.db.pool.query<{ file_key: string }>(
      'SELECT file_key FROM photo_redaction_proposal WHERE photo_id = $1',
      [id],
    );
    expect((await lab.refuseRedaction(lab.admin, order, id)).body.code).toBe('same_person');
    expect((await lab.refuseRedaction(lab.analyst, order, id)).body.code).toBe('forbidden');
    const { photos, steps } = await must(lab.refuseRedaction(lab.reviewer, order, id));
    expect(photos).toMatchObject([{ id, proposal: null, redactions: [] }]);
    expect(steps.at(-1)?.what).toBe('request.photo_redaction_refused');
    expect(sha256Of(await bytesOf())).toBe(row.sha256);
    for (const outside of await photosOutside(app, order)) {
      expect(outside).toEqual([expect.not.objectContaining({ redacted_after_issue: expect.anything() })]);
    }
    await app.jobs.drain();
    expect(await app.platform.files.find(rows[0]?.file_key ?? '')).toBeUndefined();
    expect(await app.platform.files.find(row.file_key)).toBeDefined();
  });

  it('a photo has one open proposal to blacken it at a time', async () => {
    const { app, lab, order, id } = await publishedWithPhoto(await labApp());
    const first = proposalOf(await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON)));
    const other = await app.person('admin');
    const second = await lab.redactPhoto(other, order, id, [BOX], REASON);
    expect([second.status, second.body.code]).toEqual([409, 'wrong_state']);
    await must(lab.refuseRedaction(lab.reviewer, order, id, `?proposal=${first.id}`));
    await must(lab.redactPhoto(other, order, id, [{ ...BOX, width: 30 }], REASON));
    const stale = await lab.confirmRedaction(lab.reviewer, order, id, `?proposal=${first.id}`);
    expect([stale.status, stale.body.code]).toEqual([409, 'wrong_state']);
    // The person who made the first proposal may decide about the second one.
    await must(lab.confirmRedaction(lab.admin, order, id));
    const { pool } = app.platform.db;
    await expect(pool.query("UPDATE photo_redaction_proposal SET reason = 'Another'")).rejects.toThrow(
      'decided once and stays',
    );
    await expect(asOwner(app, 'DELETE FROM photo_redaction_proposal')).rejects.toThrow('append-only');
  });

  it('if two people decide at once whether to blacken a photo, only one decision counts', async () => {
    const { app, lab, order, id } = await publishedWithPhoto(await labApp());
    const other = await app.person('admin');
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
    const proposed = await Promise.all(
      [lab.admin, other].map((admin) => lab.redactPhoto(admin, order, id, [BOX], REASON)),
    );
    expect(statuses(proposed)).toEqual([200, 409]);
    const decided = await Promise.all([
      lab.confirmRedaction(lab.reviewer, order, id),
      lab.refuseRedaction(await app.person('reviewer'), order, id),
    ]);
    expect(statuses(decided)).toEqual([200, 409]);
    await app.jobs.drain();
    // Only the shown file still exists.
    const stored: string[] = [];
    for await (const key of app.platform.files.list()) if (key.startsWith('photos/')) stored.push(key);
    const { rows } = await app.platform.db.pool.query<{ file_key: string }>(
      'SELECT file_key FROM sample_photo WHERE id = $1',
      [id],
    );
    expect(stored).toContain(rows[0]?.file_key);
  });

  it("while a proposal to blacken a photo is open, the certificate of a correction lists the photo's SHA-256, but does not show it", async () => {
    const { app, lab, order, id, row } = await publishedWithPhoto(await labApp());
    await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    await must(lab.amend(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const [before, after] = await certificatesOf(app, order.id);
    const photo = { sha256: row.sha256, taken_at: expect.any(String) };
    expect(before?.file).toMatchObject({ photo, photos: [photo] });
    expect(after?.file.photo).toBeUndefined();
    expect(after?.file.photos).toEqual([photo]);
    expect(await photosOutside(app, order)).toEqual([[], [], []]);
    await must(lab.confirmRedaction(lab.reviewer, order, id));
    const [everybody] = await photosOutside(app, order);
    expect(everybody).toMatchObject([{ redacted_after_issue: [{ sha256: row.sha256 }] }]);
  });

  it('a proposal to blacken a photo stays open after a withdrawal, and the photo cannot be removed meanwhile', async () => {
    const { app, lab, order, id, row } = await publishedWithPhoto(await labApp());
    await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON));
    await must(lab.retract(lab.reviewer, order));
    const gone = await lab.removePhoto(lab.analyst, order, id);
    expect([gone.status, gone.body.code]).toEqual([409, 'wrong_state']);
    await must(lab.refuseRedaction(lab.reviewer, order, id));
    const again = proposalOf(await must(lab.redactPhoto(lab.admin, order, id, [BOX], REASON)));
    expect(again.url).toMatch(/^\/api\/photos\//);
    await must(lab.confirmRedaction(lab.reviewer, order, id));
    // The next certificate lists the blackened copy, and the page says why it differs.
    const { version } = (await must(lab.save(lab.analyst, order))).draft ?? {};
    expect(version).toBe(1);
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const [before, after] = await certificatesOf(app, order.id);
    expect(before?.file.photos[0].sha256).toBe(row.sha256);
    expect(after?.file.photos[0].sha256).not.toBe(row.sha256);
    expect(after?.file.photo.sha256).toBe(after?.file.photos[0].sha256);
    const [everybody] = await photosOutside(app, order);
    expect(everybody).toMatchObject([{ redacted_after_issue: [{ sha256: row.sha256 }] }]);
  });
});

describe('result.json lists the photos of the tested vial', () => {
  it('result.json lists every photo of the tested vial with its SHA-256, and the certificate shows the newest photo', async () => {
    const { app, lab, order, row } = await photographed(await labApp());
    app.clock.advance(1_000);
    await must(lab.photo(lab.analyst, order, await telephonePhoto({ width: 500 })));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    const [issued] = await certificatesOf(app, order.id);
    expect(issued?.file.photos).toHaveLength(2);
    expect(issued?.file.photos[0].sha256).toBe(row.sha256);
    expect(issued?.file.photo).toEqual(issued?.file.photos[1]);
  });

  it('result.json of a sample without photos lists none', async () => {
    const app = await labApp();
    const order = await (await laboratory(app)).published();
    expect((await certificatesOf(app, order.id))[0]?.file).not.toHaveProperty('photos');
  });
});
