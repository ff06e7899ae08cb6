import type { LabCompoundDetail, LabCompounds, NameCompoundBody } from '@vialproof/contract/compound-names';
import type { ProblemBody } from '@vialproof/contract/errors';
import { laboratory } from './lab.ts';
import type { TestApp } from './test-app.ts';

type Answer = { data: LabCompoundDetail } & Partial<ProblemBody>;

/** The calls with which an admin edits the names of compounds. Each call sends the current version. */
export async function compoundOffice(app: TestApp) {
  const lab = await laboratory(app);
  const { token } = lab.admin;
  const call = (method: string, path: string, json?: object) =>
    app.request<Answer>(`/api/lab/compound-names${path}`, { method, token, ...(json ? { json } : {}) });
  const list = async (query = '') =>
    (await app.request<LabCompounds>(`/api/lab/compound-names${query}`, { token })).body.data;
  /** The compound with this name. */
  async function compound(name: string): Promise<LabCompoundDetail> {
    const found = (await list(`?q=${encodeURIComponent(name)}`)).find((each) => each.name === name);
    return (await call('GET', `/${found?.id}`)).body.data;
  }
  return {
    lab,
    call,
    list,
    compound,
    async give(name: string, spelling: string, kind: NameCompoundBody['kind'] = 'synonym') {
      const { id, version } = await compound(name);
      return call('PUT', `/${id}`, { spelling, kind, version });
    },
    async take(name: string, folded: string) {
      const { id, version } = await compound(name);
      return call('POST', `/${id}/take-away`, { folded, version });
    },
    /**
     * The name and the number of published tests on the compound's public page at this address. Undefined if there is
     * no page.
     */
    async dossier(slug: string): Promise<[string, number] | undefined> {
      const { status, body } = await app.request<{
        data: { subject: { name: string }; counts: { published: number } };
      }>(`/api/dossiers/compounds/${slug}`);
      return status === 200 ? [body.data.subject.name, body.data.counts.published] : undefined;
    },
    async found(query: string): Promise<number> {
      return (await app.request<{ pagination: { total: number } }>(`/api/tests?${query}`)).body.pagination
        .total;
    },
  };
}
