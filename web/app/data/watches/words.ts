import type { WatchKind } from '@vialproof/contract/watches';

/** The subject of an alert: the path of a compound, maker or batch page, or a task number. */
export interface WatchSubject {
  kind: WatchKind;
  subject: string;
}

/** The kind of subject, in one word. */
export const kindWords = { compound: 'Compound', maker: 'Maker', batch: 'Batch', task: 'Test' } as const;

/** Says when an alert mail is sent. */
export function promiseWords(kind: WatchKind): string {
  const [what, one] = kind === 'task' ? ['its result', 'it'] : ['a result of it', 'one'];
  return `One mail a day at most, when ${what} is published or amended; when ${one} is withdrawn, at once. Each mail lets you stop with one click.`;
}

/** Said to the owner of an account when the alert to the address of the account cannot begin. */
export const NOT_WATCHED =
  'This cannot be watched: it is not public any more, or you watch a hundred things already.';

/** The sentence shown after every request for an alert, whether it succeeded or not. */
export const askedWords = (email: string) =>
  `If this can be watched, we have sent a mail to ${email}; click the link in it to begin. Until then nothing else comes.`;
