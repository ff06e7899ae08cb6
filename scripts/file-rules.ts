import { FUNCTION_LINES, type Source } from './source-facts.ts';

/** The kinds of files in a module's folder: `<name>.<suffix>.ts`. */
const suffixes = [
  'service',
  'context',
  'transitions',
  'queries',
  'rules',
  'store',
  'tables',
  'presenter',
  'routes',
  'staff-routes',
  'mails',
  'privacy',
];
/** The folders of a module. */
const folders = ['use-cases', 'rules', 'mails', 'adapters'];
const FILE_LINES = 300;

const forbiddenNames = /(^|[/.])(utils?|helpers?|misc)([/.]|$)|(^|\/)index\.tsx?$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const isTest = /\.(test|fixture)\.tsx?$|^server\/src\/testing\//;

/** Names and lengths of files that break the rules, each in a sentence. */
export function judgeFiles(sources: Source[]): string[] {
  return [...sources.flatMap(judgeFile), ...doorless(sources)];
}

function judgeFile(source: Source): string[] {
  const { path } = source;
  const complaints: string[] = [];
  const add = (rule: number, line: number, words: string) =>
    complaints.push(`${path}:${line} ${words} (rule ${rule})`);
  if (forbiddenNames.test(path)) add(6, 1, 'has a name that says nothing');
  if (source.isBarrel) add(6, 1, 'is a barrel: it only passes on what other files export');
  if (isTest.test(path)) return complaints;
  const wrong = wrongName(path);
  if (wrong) add(8, 1, wrong);
  if (source.lines > FILE_LINES) add(7, 1, `has ${source.lines} lines; ${FILE_LINES} at most`);
  for (const line of source.looseTexts)
    add(
      9,
      line,
      'has a text beside something that comes, goes or changes: give it an element of its own, or make one string of all',
    );
  if (path.startsWith('web/')) return complaints;
  for (const { name, line, lines } of source.longFunctions)
    add(7, line, `${name} has ${lines} lines; ${FUNCTION_LINES} at most`);
  return complaints;
}

/** What is wrong with the name of a module's file; undefined for a good name and for files outside of modules. */
function wrongName(path: string): string | undefined {
  const place = path.match(/^server\/src\/modules\/[^/]+\/(.+)\.ts$/)?.[1];
  if (place === undefined) return undefined;
  const [first = '', second, ...deeper] = place.split('/');
  if (second !== undefined) {
    if (!folders.includes(first)) return `lies in a folder that no module has: ${first}`;
    if (first === 'adapters') return undefined;
    const isTopic = deeper.length === 0 && kebabCase.test(second);
    return isTopic ? undefined : `is not named by one word-with-hyphens`;
  }
  const [stem = '', suffix = '', ...rest] = first.split('.');
  const isKnown = kebabCase.test(stem) && suffixes.includes(suffix) && rest.length === 0;
  return isKnown ? undefined : `is no <name>.<suffix>.ts of the architecture`;
}

/** Modules without their service file, or with two. */
function doorless(sources: Source[]): string[] {
  const doors = new Map<string, string[]>();
  for (const { path } of sources) {
    const [, noun, file] = path.match(/^server\/src\/modules\/([^/]+)\/(.+)$/) ?? [];
    if (noun === undefined || file === undefined) continue;
    const found = doors.get(noun) ?? [];
    doors.set(noun, file.endsWith('.service.ts') ? [...found, file] : found);
  }
  return [...doors]
    .filter(([noun, found]) => found.length !== 1 || found[0] !== `${noun}.service.ts`)
    .map(
      ([noun, found]) =>
        `server/src/modules/${noun}:1 wants one ${noun}.service.ts, has ${found.length > 0 ? found.join(', ') : 'none'} (rule 8)`,
    );
}
