import type { FieldError } from '@vialproof/contract/errors';
import type { Measurement } from '@vialproof/contract/results';
import type { Queryable } from '../../../platform/postgres/database.ts';
import { untoldMethods } from '../../methods/methods.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { placesChanged, untoldErrors } from '../rules/authorisation.ts';

/** The errors about methods in changed lines. None if every method is allowed for all. */
export async function findUntoldMethods(
  ctx: ResultsContext,
  db: Queryable,
  { known, before, after }: { known: string[]; before: Measurement[]; after: Measurement[] },
): Promise<FieldError[]> {
  const places = placesChanged(before, after);
  const methods = places.flatMap((place) => after[place]?.method ?? []);
  return untoldErrors(after, places, await untoldMethods(ctx.methods, db, { known, methods }));
}
