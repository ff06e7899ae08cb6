type Writer = { write(text: string): unknown };

/** What a command reads its settings from, and where it writes what it has to say. */
export type CommandContext = {
  /** The environment of the process unless given. */
  env?: Record<string, string | undefined>;
  stdout: Writer;
  stderr: Writer;
};

/** Answers the exit code. */
export type Command = (words: string[], context: CommandContext) => Promise<number>;

/** What a command has that is run as a process of its own. */
export const ofProcess: CommandContext = { stdout: process.stdout, stderr: process.stderr };
