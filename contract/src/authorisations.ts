import { z } from 'zod';
import { Person } from './lab.ts';
import { Id, requiredLine } from './primitives.ts';

/** Who may enter and submit results by a method, and who may release them. */
export const MethodAuthorisation = z
  .object({
    /** As in the templates. */
    method: z.string(),
    /** Who enters and submits its results; null: all laboratory staff. */
    measure: z.array(Person).nullable(),
    /** Who publishes its results; null: all reviewers and admins. */
    release: z.array(Person).nullable(),
  })
  .meta({ id: 'MethodAuthorisation' });
export type MethodAuthorisation = z.infer<typeof MethodAuthorisation>;

/** Null: everybody again. An empty list: no one. If omitted, the list stays unchanged. */
const People = z.array(Id).max(200).nullable().optional();

export const AuthoriseBody = z
  .object({
    method: requiredLine(120, 'Name the method.'),
    measure: People,
    /** Reviewers and admins. */
    release: People,
    /** Old name of `measure`, from before there were two lists. */
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
