import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { insertProgram } from '../programs.store.ts';

/** Makes an account for a program. Logs name the program by it, and nobody can sign in to it. */
export async function addProgram(
  { platform }: AccountsContext,
  tx: Tx,
  program: { id: string; name: string },
): Promise<void> {
  await insertProgram(tx, program, platform.clock.now());
}
