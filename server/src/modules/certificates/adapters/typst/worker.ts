import { type CompilerInput, createCompiler } from './compiler.ts';

/** The process's answer: the PDF, or Typst's error. */
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
