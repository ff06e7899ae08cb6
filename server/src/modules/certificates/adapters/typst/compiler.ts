import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFonts } from './fonts.ts';

/** The input files of the template, by name. */
export type CompilerInput = Record<string, string | Uint8Array>;
export type PdfStandard = 'a-3a' | 'ua-1';

type Layout = { chartScale: number; isDense?: boolean };
const ROOMY: Layout = { chartScale: 1 };
/** Ways to save a page: a lower chromatogram, then smaller letters. */
const TIGHTER: Layout[] = [
  { chartScale: 0.8 },
  { chartScale: 0.64 },
  { chartScale: 0.52 },
  { chartScale: 0.52, isDense: true },
];

/**
 * Loads the template and the fonts, and makes PDFs (PDF/A-3a with the attachment; 'ua-1' checks accessibility). Throws
 * Typst's errors.
 */
export function createCompiler() {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: readFonts() }] });

  return {
    compile(input: CompilerInput, standard: PdfStandard = 'a-3a'): Uint8Array {
      // The input is passed as files, because other ways keep memory.
      for (const [name, content] of Object.entries(input)) {
        compiler.mapShadow(folder + name, Buffer.from(content));
      }
      try {
        let best = layOut(ROOMY);
        for (const layout of TIGHTER) {
          if (best.pages === 1) break;
          const tighter = layOut(layout);
          const isFuller = !layout.isDense && tighter.pages === best.pages && tighter.drawnOn < best.drawnOn;
          if (tighter.pages < best.pages || isFuller) best = tighter;
        }
        return new Uint8Array(compiler.pdf(best.document, { pdfStandard: standard }));
      } finally {
        compiler.resetShadow();
        compiler.evictCache(0);
      }
    },
  };

  function layOut({ chartScale, isDense = false }: Layout) {
    compiler.mapShadow(`${folder}layout.json`, Buffer.from(JSON.stringify({ chartScale, isDense })));
    const result = compiler.compile({ mainFilePath: `${folder}certificate.typ` });
    const document = result.result;
    if (!document) throw new Error(complaintsOf(compiler, result.takeDiagnostics()));
    const [drawnOn = 1]: number[] = compiler.query(document, { selector: '<drawn-on>', field: 'value' });
    return { document, pages: document.numOfPages, drawnOn };
  }
}

type Diagnostics = Parameters<NodeCompiler['fetchDiagnostics']>[0] | null;

function complaintsOf(compiler: NodeCompiler, diagnostics: Diagnostics): string {
  return diagnostics ? JSON.stringify(compiler.fetchDiagnostics(diagnostics)) : 'Typst gave no document';
}
