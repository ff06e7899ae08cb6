import type { ProblemBody } from '@vialproof/contract/errors';
import type { Masses, Template, TemplateLine, TemplateStep } from '@vialproof/contract/methods';
import { changeTemplate, decideDraft, draftTemplate } from './templates.ts';
import { type Person, testApp } from './test-app.ts';

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

/** An admin who changes templates, a reviewer who approves the changes, and an analyst who asks for masses. */
export async function methodsAdmin() {
  const app = await testApp();
  const admin = await app.person('admin');
  const reviewer = await app.person('reviewer');
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
    reviewer,
    analyst,
    all,
    named,
    /** One person proposes the change, another one approves it. */
    save: (template: Pick<Template, 'id' | 'version'>, lines: object[], by: Person = admin) =>
      changeTemplate(app, { admin: by, reviewer }, template, { lines }),
    draft: (template: Pick<Template, 'id' | 'version'>, lines: object[], by: Person = admin) =>
      draftTemplate(app, by, template, { lines }),
    decide: (
      by: Person,
      template: Pick<Template, 'id' | 'draft'>,
      decision: 'approve' | 'refuse' | 'withdraw',
    ) => decideDraft(app, by, template, decision),
    history: async (by: Person, id: string) =>
      (await app.request<{ data: TemplateStep[] }>(`/api/lab/methods/${id}/history`, { token: by.token }))
        .body.data,
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
