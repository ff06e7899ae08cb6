import { execFileSync } from 'node:child_process';

type Command = (from: string, to: string) => [tool: string, ...words: string[]];
const packed = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];

/** Programs that save a PDF anew without changing its content, as viewers and printers do. */
const commands = {
  qpdf: (from, to) => ['qpdf', '--remove-attachment=result.json', ...packed, from, to],
  pdftocairo: (from, to) => ['pdftocairo', '-pdf', from, to],
  ghostscript: (from, to) => ['gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', to, from],
} satisfies Record<string, Command>;

export type Program = keyof typeof commands;
export const PROGRAMS = Object.keys(commands) as Program[];

/** Saves a certificate again with one of the programs. */
export function saveAgain(program: Program, from: string, to: string): void {
  const [tool, ...words]: ReturnType<Command> = commands[program](from, to);
  execFileSync(tool, words, { stdio: 'ignore' });
}

/** Whether the program is installed on this machine. */
export function isInstalled(program: Program): boolean {
  const [tool]: ReturnType<Command> = commands[program]('', '');
  try {
    execFileSync('which', [tool], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
