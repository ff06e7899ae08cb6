import type { ProblemBody } from '@vialproof/contract/errors';
import type { DraftTemplate, Template } from '@vialproof/contract/methods';
import type { Answer, OpenApp, Person } from './open-app.ts';

export type TemplateAnswer = Answer<{ data: Template } & Partial<ProblemBody>>;
/** Two people: one proposes a change of a template, the second one approves it. */
export type Two = { admin: Pick<Person, 'token'>; reviewer: Pick<Person, 'token'> };
type Change = Partial<Omit<DraftTemplate, 'lines'>> & { lines?: readonly object[] };

const WHY = 'Method was validated anew';

export async function findTemplate(
  app: OpenApp,
  admin: Pick<Person, 'token'>,
  name: string,
): Promise<Template> {
  const { body } = await app.request<{ data: Template[] }>('/api/lab/methods', { token: admin.token });
  const found = body.data.find((template) => template.name === name);
  if (!found) throw new Error(`there is no template ${name}`);
  return found;
}

/** Proposes a change of a template. Parts that are not given stay as they are. */
export function draftTemplate(
  app: OpenApp,
  by: Pick<Person, 'token'>,
  template: Pick<Template, 'id' | 'version'> & Partial<Template>,
  change: Change,
): Promise<TemplateAnswer> {
  const lines = template.lines?.map((line) => ({ ...line, id: template.is_own ? line.id : null })) ?? [];
  return app.request(`/api/lab/methods/${template.id}/drafts`, {
    json: { version: template.version, lines, reason: WHY, ...change },
    token: by.token,
  });
}

/** Decides about the open draft of a template. */
export function decideDraft(
  app: OpenApp,
  by: Pick<Person, 'token'>,
  { id, draft }: Pick<Template, 'id' | 'draft'>,
  decision: 'approve' | 'refuse' | 'withdraw',
): Promise<TemplateAnswer> {
  return app.request(`/api/lab/methods/${id}/drafts/${draft?.id}/${decision}`, {
    method: 'POST',
    ...(decision === 'refuse' ? { json: { reason: 'Limit is not justified' } } : {}),
    token: by.token,
  });
}

/**
 * One person proposes a change, another one approves it. Returns the answer of the approval, or the refusal of the
 * draft.
 */
export async function changeTemplate(
  app: OpenApp,
  { admin, reviewer }: Two,
  template: Pick<Template, 'id' | 'version'> & Partial<Template>,
  change: Change,
): Promise<TemplateAnswer> {
  const drafted = await draftTemplate(app, admin, template, change);
  if (drafted.status !== 200) return drafted;
  return decideDraft(app, reviewer, drafted.body.data, 'approve');
}
