import { z } from 'zod';
import { Person } from './lab.ts';
import { Id, requiredLine } from './primitives.ts';

/** The people who may enter and submit results of a method, and the people who may release such results. */
export const MethodAuthorisation = z
  .object({
    /** The method's name, as in the templates. */
    method: z.string(),
    /** The people who may enter and submit results of the method; null: all laboratory staff. */
    measure: z.array(Person).nullable(),
    /** The people who may publish results of the method; null: all reviewers and admins. */
    release: z.array(Person).nullable(),
  })
  .meta({ id: 'MethodAuthorisation' });
export type MethodAuthorisation = z.infer<typeof MethodAuthorisation>;

/** Null removes the restriction, and an empty list allows no one. If it is omitted, the list stays unchanged. */
const People = z.array(Id).max(200).nullable().optional();

export const AuthoriseBody = z
  .object({
    method: requiredLine(120, 'Name the method.'),
    measure: People,
    /** Only reviewers and admins may be in this list. */
    release: People,
    /** The old name of `measure`. */
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
