import { parseArgs } from 'node:util';

/** What `npm test` runs: everything, or the tests that the user named. */
export type Selection = {
  /** Parts of file paths; a test file runs if its path contains one of them. Empty: every file. */
  files: string[];
  /** A part of the names of tests; undefined: all of them. */
  title: string | undefined;
};

/** Reads the words after `npm test --`: parts of file paths, and `-t` before a part of a test's name. */
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

export function vitestOptions({ files, title }: Selection): string[] {
  return [...files, ...(title === undefined ? [] : ['--testNamePattern', escaped(title)])];
}

/** Playwright's options for these tests. It reads them as regular expressions. */
export function playwrightOptions({ files, title }: Selection): string[] {
  return [...files.map(escaped), ...(title === undefined ? [] : ['--grep', escaped(title)])];
}

/** Whether the user's choice contains one of these test files. */
export const reaches = ({ files }: Selection, paths: string[]): boolean =>
  files.length === 0 || paths.some((path) => files.some((part) => path.includes(part)));

/** The command that runs one test alone. Undefined for nightly tests. */
export const commandFor = (file: string, title?: string): string | undefined =>
  /\.nightly(?:\.test)?\.ts$/.test(file)
    ? undefined
    : `npm test -- ${file}${title === undefined ? '' : ` -t '${title.replaceAll("'", "'\\''")}'`}`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
