import { z } from 'zod';
import { Person } from './lab.ts';
import { Id, text } from './primitives.ts';

/** Who may enter and hand in results by a method. */
export const MethodAuthorisation = z
  .object({
    /** As the templates write it. */
    method: z.string(),
    /** Null: everybody at the bench. */
    people: z.array(Person).nullable(),
  })
  .meta({ id: 'MethodAuthorisation' });
export type MethodAuthorisation = z.infer<typeof MethodAuthorisation>;

export const AuthoriseBody = z.object({
  method: text(120).min(1, 'Name the method.'),
  /** Null: everybody again. An empty list: nobody. */
  user_ids: z.array(Id).max(200).nullable(),
});
export type AuthoriseBody = z.infer<typeof AuthoriseBody>;
