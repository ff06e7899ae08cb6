import { type CompilerInput, createCompiler } from './compiler.ts';

/** What the process sends back: the PDF, or what Typst complains of. */
export type Delivery = { pdf: Uint8Array } | { complaint: string };

const compiler = createCompiler();

/** Prints one certificate in the process. */
export function work(input: CompilerInput): Delivery {
  try {
    return { pdf: compiler.compile(input) };
  } catch (error) {
    return { complaint: error instanceof Error ? error.message : String(error) };
  }
}
