type Writer = { write(text: string): unknown };

/** Settings and output of a command. */
export type CommandContext = {
  /** By default the environment of the process. */
  env?: Record<string, string | undefined>;
  stdout: Writer;
  stderr: Writer;
};

/** Returns the exit code. */
export type Command = (words: string[], context: CommandContext) => Promise<number>;

/** The context of a command that runs as its own process. */
export const ofProcess: CommandContext = { stdout: process.stdout, stderr: process.stderr };
