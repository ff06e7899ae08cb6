import { z } from 'zod';
import { Person } from './lab.ts';
import { Id, requiredLine } from './primitives.ts';

/** Who may enter and hand in results by a method, and who may release them. */
export const MethodAuthorisation = z
  .object({
    /** As the templates write it. */
    method: z.string(),
    /** Who enters and hands in its results; null: everybody at the bench. */
    measure: z.array(Person).nullable(),
    /** Who publishes its results; null: every reviewer and admin. */
    release: z.array(Person).nullable(),
  })
  .meta({ id: 'MethodAuthorisation' });
export type MethodAuthorisation = z.infer<typeof MethodAuthorisation>;

/** Null: everybody again. An empty list: nobody. Left out, the list stays as it is. */
const People = z.array(Id).max(200).nullable().optional();

export const AuthoriseBody = z
  .object({
    method: requiredLine(120, 'Name the method.'),
    measure: People,
    /** Reviewers and admins. */
    release: People,
    /** What `measure` was called before there were two lists. */
    user_ids: People,
  })
  .refine(({ measure, user_ids }) => measure === undefined || user_ids === undefined, {
    message: 'Send either measure or user_ids.',
    path: ['user_ids'],
  })
  .refine(
    ({ measure, release, user_ids }) =>
      measure !== undefined || release !== undefined || user_ids !== undefined,
    { message: 'Say who measures by this method, or who releases its results.', path: ['measure'] },
  );
export type AuthoriseBody = z.infer<typeof AuthoriseBody>;
