type Writer = { write(text: string): unknown };

/** The settings of a command, and where it prints its output. */
export type CommandContext = {
  /** By default the environment of this process. */
  env?: Record<string, string | undefined>;
  stdout: Writer;
  stderr: Writer;
};

/** Returns the exit code. */
export type Command = (words: string[], context: CommandContext) => Promise<number>;

/** The settings and output of this process. */
export const ofProcess: CommandContext = { stdout: process.stdout, stderr: process.stderr };
