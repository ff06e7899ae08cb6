import type { ProblemBody } from '@vialproof/contract/errors';
import type { Masses, Template, TemplateLine } from '@vialproof/contract/methods';
import { type Person, testApp } from './test-app.ts';

type One = { data: Template } & Partial<ProblemBody>;
export type SentLine = Omit<TemplateLine, 'id'> & { id: string | null };

export const NEW_LINE: SentLine = {
  id: null,
  analyte: 'Appearance',
  method: 'Visual',
  unit: '',
  limit: '',
  rule: null,
  lod: null,
  loq: null,
  replicates: 1,
  kind: 'plain',
  opens: 'always',
  retired: false,
};

/** What an admin calls for templates, and an analyst who asks for masses. */
export async function methodsAdmin() {
  const app = await testApp();
  const admin = await app.person('admin');
  const analyst = await app.person('analyst');
  const all = async () =>
    (await app.request<{ data: Template[] }>('/api/lab/methods', { token: admin.token })).body.data;
  async function named(name: string): Promise<Template> {
    const found = (await all()).find((template) => template.name === name);
    if (!found) throw new Error(`there is no template ${name}`);
    return found;
  }
  return {
    app,
    admin,
    analyst,
    all,
    named,
    save: (template: Pick<Template, 'id' | 'version'>, lines: unknown[], by: Person = admin) =>
      app.request<One>(`/api/lab/methods/${template.id}`, {
        method: 'PUT',
        json: { version: template.version, lines },
        token: by.token,
      }),
    masses: (query: Record<string, string>) =>
      app.request<{ data: Masses } & Partial<ProblemBody>>(`/api/lab/masses?${new URLSearchParams(query)}`, {
        token: analyst.token,
      }),
    audit: async (id: string) =>
      (
        await app.platform.db.pool.query<{ action: string; detail: object }>(
          'SELECT action, detail FROM audit_entry WHERE subject_id = $1 ORDER BY id',
          [id],
        )
      ).rows,
  };
}
