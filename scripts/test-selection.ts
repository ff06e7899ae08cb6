import { parseArgs } from 'node:util';

/** What `npm test` is asked to run: everything, or the tests whose file or name matches. */
export type Selection = {
  /** Parts of file paths; a test file runs when its path holds one of them. Empty: every file. */
  files: string[];
  /** A part of the names of tests; undefined: every test of the files. */
  title: string | undefined;
};

/** Reads the words behind `npm test --`: parts of file paths, and `-t` before a part of a test's name. */
export function readSelection(words: string[]): Selection {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { title: { type: 'string', short: 't' } },
  });
  return { files: positionals, title: values.title };
}

export const isEverything = ({ files, title }: Selection): boolean =>
  files.length === 0 && title === undefined;

/** The options that make Vitest run the selection. */
export function vitestOptions({ files, title }: Selection): string[] {
  return [...files, ...(title === undefined ? [] : ['--testNamePattern', escaped(title)])];
}

/** The options that make Playwright run the selection, whose patterns are regular expressions. */
export function playwrightOptions({ files, title }: Selection): string[] {
  return [...files.map(escaped), ...(title === undefined ? [] : ['--grep', escaped(title)])];
}

/** Whether the selection reaches one of these test files. */
export const reaches = ({ files }: Selection, paths: string[]): boolean =>
  files.length === 0 || paths.some((path) => files.some((part) => path.includes(part)));

/** The command that runs one test alone; undefined for what only a part of .ci/nightly runs. */
export const commandFor = (file: string, title?: string): string | undefined =>
  /\.nightly(?:\.test)?\.ts$/.test(file)
    ? undefined
    : `npm test -- ${file}${title === undefined ? '' : ` -t '${title.replaceAll("'", "'\\''")}'`}`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
