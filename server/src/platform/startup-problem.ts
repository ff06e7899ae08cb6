/**
 * A problem that the operator can solve, such as a full disk, a used port or a missing package. Only its message is
 * shown, without a stack.
 */
export class StartupProblem extends Error {
  override name = 'StartupProblem';
}
