/**
 * A problem that the operator can fix (a full disk, a port in use, a missing package). The message is a plain sentence,
 * shown alone, without a stack.
 */
export class StartupProblem extends Error {
  override name = 'StartupProblem';
}
