/** A use case without its first argument, the context. */
type Bound<UseCase> = UseCase extends (context: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/**
 * The door of a module: every use case is a top-level function that takes the module's context first; callers outside get
 * the same functions with that context given already.
 */
export function bindContext<
  Context,
  UseCases extends Record<string, (context: Context, ...rest: never[]) => unknown>,
>(context: Context, useCases: UseCases): { [Name in keyof UseCases]: Bound<UseCases[Name]> } {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...rest: never[]) => useCase(context, ...rest),
  ]);
  return Object.fromEntries(bound) as { [Name in keyof UseCases]: Bound<UseCases[Name]> };
}
