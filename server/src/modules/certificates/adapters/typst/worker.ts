import { type CompilerInput, createCompiler } from './compiler.ts';

/** What the renderer sends, and what it gets back. */
export type Order = { id: number; input: CompilerInput };
export type Delivery = { id: number; pdf: Uint8Array } | { id: number; complaint: string };

// The whole life of the child process: it compiles what it is sent, one after the other, and ends with its parent.
const compiler = createCompiler();
const deliver = (delivery: Delivery) => process.send?.(delivery);

process.on('message', ({ id, input }: Order) => {
  try {
    deliver({ id, pdf: compiler.compile(input) });
  } catch (error) {
    deliver({ id, complaint: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
