import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './run.ts';

const HARD_WORDS = /\bwhoever\b|\bis none\b|\bof whom\b|\b(?:is|are|was|were|been) told\b/i;
const COMMENT = /(?:^|[^:'"`])\/\/ .*|^\s*(?:\/\*|\* |\*\/).*|\/\*.*\*\/|^\s*-- .*/;
const TEST_NAME = /\b(?:test|it|describe)\b[^'"`]*\((['"`]).*?\1/;

/** Comments, test names and documents that a diff adds and that contain a hard word. */
export function hardWords(diff: string): string[] {
  const found: string[] = [];
  let file = '';
  let number = 0;
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.replace(/^\+\+\+ (?:b\/)?/, '');
    else if (line.startsWith('@@ ')) number = Number(/\+(\d+)/.exec(line)?.[1]) - 1;
    else if (line.startsWith('+')) {
      number += 1;
      const [word] = HARD_WORDS.exec(wordsOf(file, line.slice(1))) ?? [];
      if (word) found.push(`${file}:${number} "${word}"`);
    }
  }
  return found;
}

function wordsOf(file: string, line: string): string {
  if (file.endsWith('.md')) return line;
  if (!/\.(tsx?|mjs|css|sql)$/.test(file)) return '';
  return `${COMMENT.exec(line)?.[0]} ${TEST_NAME.exec(line)?.[0]}`;
}

/** Subjects of commits that are too long, say two things, or contain a hard word. */
export const hardSubjects = (subjects: string[]): string[] =>
  subjects.filter((subject) => subject.length > 72 || subject.includes(';') || HARD_WORDS.test(subject));

/** Advice on changes since origin/main; empty without git history. */
export async function plainWordsAdvice(): Promise<string[]> {
  const git = async (...words: string[]) =>
    (await promisify(execFile)('git', words, { cwd: root, maxBuffer: 2 ** 28 })).stdout.trim();
  try {
    const head = await git('rev-parse', 'HEAD');
    const shared = await git('merge-base', 'HEAD', 'origin/main').catch(() => head);
    const base = shared === head ? 'HEAD~1' : shared;
    const subjects = await git('log', '--no-merges', '--format=%s', `${base}..HEAD`);
    const diff = await git('diff', '--unified=0', '--no-color', '--no-ext-diff', base);
    return [
      ...hardWords(diff),
      ...hardSubjects(subjects.split('\n')).map((subject) => `subject "${subject}"`),
    ];
  } catch {
    return [];
  }
}
