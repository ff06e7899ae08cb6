import { type CompilerInput, createCompiler } from './compiler.ts';

/** The answer of the process: the PDF, or the error that Typst reports. */
export type Delivery = { pdf: Uint8Array } | { complaint: string };

const compiler = createCompiler();

/** Prints one certificate, inside the child process. */
export function work(input: CompilerInput): Delivery {
  try {
    return { pdf: compiler.compile(input) };
  } catch (error) {
    return { complaint: error instanceof Error ? error.message : String(error) };
  }
}
