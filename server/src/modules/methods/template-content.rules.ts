import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { REQUIRABLE, type Requirable } from '@vialproof/contract/bench-record';
import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { DateOrder } from '@vialproof/contract/injection-time';
import { FIRST_INTEGRATION, type SaveTemplate, type TemplateLine } from '@vialproof/contract/methods';
import { templateChanges } from './methods.rules.ts';

export type TemplateContent = {
  lines: TemplateLine[];
  integration: IntegrationOptions;
  requires: Requirable[];
  dateOrder: DateOrder | null;
};
/** The content of a template now. */
export type PresentContent = Omit<TemplateContent, 'integration'> & {
  integration: IntegrationOptions | null;
};

type Kept = Omit<PresentContent, 'requires'> & { requires: Requirable[] | null };

export function presentContent(own: Kept | undefined, family: Kept | undefined): PresentContent {
  const { integration = null, requires, dateOrder = null } = own ?? family ?? {};
  return { lines: own?.lines ?? [], integration, requires: requires ?? [], dateOrder };
}

/** The content after an edit. New lines get ids. What was not sent stays. */
export function contentOf(
  { lines, integration, requires, date_order: order }: Omit<SaveTemplate, 'version'>,
  now: PresentContent,
): TemplateContent {
  const known = new Set(now.lines.map(({ id }) => id));
  return {
    lines: lines.map((line) => ({
      ...line,
      id: line.id !== null && known.has(line.id) ? line.id : randomUUID(),
    })),
    integration: integration ?? now.integration ?? FIRST_INTEGRATION,
    requires: requires ? REQUIRABLE.filter((field) => requires.includes(field)) : now.requires,
    dateOrder: order === undefined ? now.dateOrder : order,
  };
}

/** The differences of two contents; empty if equal. */
export function contentChanges(now: PresentContent, then: TemplateContent) {
  const change = <Value>(from: Value, to: Value) => (isDeepStrictEqual(from, to) ? undefined : { from, to });
  const changes = {
    ...templateChanges(now.lines, then.lines),
    integration: change<IntegrationOptions | null>(now.integration, then.integration),
    date_order: change(now.dateOrder, then.dateOrder),
    requires: change(now.requires, then.requires),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
