import type { ProblemBody } from '@vialproof/contract/errors';
import type { LabMakerDetail } from '@vialproof/contract/makers';
import { namedSubjectOf } from '../modules/makers/makers.service.ts';
import { laboratory } from './lab.ts';
import { testApp } from './test-app.ts';

type Answer = { data: LabMakerDetail } & Partial<ProblemBody>;
type Row = { id: string; version: number };

/** An admin who edits makers and batches by their names. */
export async function makersOffice() {
  const app = await testApp();
  const lab = await laboratory(app);
  const { token } = lab.admin;
  const { pool } = app.platform.db;
  const one = async (text: string, values: string[]): Promise<Row> => {
    const { rows } = await pool.query(text, values);
    if (!rows[0]) throw new Error('there is no such record');
    return rows[0];
  };
  const call = (method: string, path: string, json: object) =>
    app.request<Answer>(`/api/lab/${path}`, { method, token, json });
  const maker = (name: string) =>
    one(
      "SELECT id, version FROM named_record WHERE kind = 'maker' AND name = $1 ORDER BY merged_into NULLS FIRST",
      [name],
    );
  return {
    app,
    lab,
    call,
    maker,
    batch: (of: string, code: string) =>
      one(
        "SELECT b.id, b.version FROM named_record b JOIN named_record m ON m.id = b.maker_id WHERE b.kind = 'batch' AND m.name = $1 AND b.name = $2",
        [of, code],
      ),
    /** The batches of a maker, each with its spellings. */
    async codes(name: string) {
      const path = `/api/lab/makers/${(await maker(name)).id}`;
      const { batches } = (await app.request<Answer>(path, { token })).body.data;
      return Object.fromEntries(
        batches.map(({ code, spellings }) => [code, spellings.map(({ spelling }) => spelling)]),
      );
    },
    async merge(name: string, into: string) {
      const { id, version } = await maker(name);
      return call('POST', `makers/${id}/merge`, { into: (await maker(into)).id, version });
    },
    async unmerge(name: string, from: string) {
      const { id } = await maker(name);
      return call('POST', `makers/${id}/unmerge`, { version: (await maker(from)).version });
    },
    choose: ({ id }: { id: string }, chosen: object) =>
      call('PUT', `requests/${id}/subject`, { maker: chosen, batch: null }),
    subject: ({ id }: { id: string }) => namedSubjectOf(app.modules.makers, app.platform.db.orm, id),
    async dossier(path: string) {
      const { status, body } = await app.request<{
        data: { subject: { name: string; spellings: string[] }; counts: { published: number } };
      }>(`/api/dossiers${path}`);
      return status === 200 ? body.data : undefined;
    },
  };
}
