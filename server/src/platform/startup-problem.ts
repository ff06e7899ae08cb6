/**
 * Something the person who starts the application can put right (a full disk, a taken port, a missing package).
 * The message is a plain sentence; it is shown alone, without a stack.
 */
export class StartupProblem extends Error {
  override name = 'StartupProblem';
}
