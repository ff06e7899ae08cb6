import type { WatchKind } from '@vialproof/contract/watches';

/** What is watched, as POST /api/watches names it: the slug of a dossier's page, or a task number. */
export interface WatchSubject {
  kind: WatchKind;
  subject: string;
}

/** What is watched, in a word. */
export const kindWords = { compound: 'Compound', maker: 'Maker', batch: 'Batch', task: 'Test' } as const;

/** When a mail comes. */
export function promiseWords(kind: WatchKind): string {
  const [what, one] = kind === 'task' ? ['its result', 'it'] : ['a result of it', 'one'];
  return `One mail a day at most, when ${what} is published or amended; when ${one} is withdrawn, at once. Each mail lets you stop with one click.`;
}

/** Said after every request, whatever came of it. */
export const askedWords = (email: string) =>
  `If this can be watched, we have sent a mail to ${email}; click the link in it to begin. Until then nothing else comes.`;
