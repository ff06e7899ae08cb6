import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';
import { hasLooseText } from './loose-texts.ts';

/** An import of a file. `target` is the path of the imported file if the import is relative. */
export type Import = {
  specifier: string;
  target: string | undefined;
  isType: boolean;
  names: string[];
  line: number;
};
type Use = { what: 'sql' | 'env' | 'time'; text: string; line: number };
type LongFunction = { name: string; line: number; lines: number };
/** The facts about a source file that the rules use. */
export type Source = {
  path: string;
  lines: number;
  imports: Import[];
  uses: Use[];
  isBarrel: boolean;
  /** Functions with more lines than allowed. */
  longFunctions: LongFunction[];
  /** The line numbers of elements whose text a browser's translator would break. */
  looseTexts: number[];
  /** The tables that the file names in SQL or Drizzle. */
  tables: { name: string; line: number }[];
};

/** The maximum number of lines of one function. */
export const FUNCTION_LINES = 80;

type Node = { type: string; start: number } & Record<string, unknown>;

const root = fileURLToPath(new URL('../', import.meta.url));
const folders = ['science/src', 'contract/src', 'server/src', 'web/app'];
const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const name = String.raw`(?:"?public"?\.)?"?[a-z_]\w*"?(?:\s+(?:as\s+)?[a-z_]\w*)?`;
const afterKeyword = new RegExp(
  String.raw`\b(?:from|join|into|update|using|truncate|table)\s+(?:only\s+)?(${name}(?:\s*,\s*${name})*)`,
  'gi',
);
const nameAlone = new RegExp(String.raw`^\s*(${name})\s*$`, 'g');
const queryTargets = /^(tx|orm|db|pool|database|client|queryable|connection)$/;
const queryMethods =
  /^(select|selectDistinct|selectDistinctOn|insert|update|delete|execute|query|with|\$with|\$count)$/;

let sources: Promise<Source[]> | undefined;

/** Every source file of the workspaces, read once in a process. */
export function readSources(): Promise<Source[]> {
  sources ??= readAll();
  return sources;
}

async function readAll(): Promise<Source[]> {
  const paths: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name.endsWith('.d.ts')) continue;
      paths.push(join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'));
    }
  }
  if (paths.length < 20) throw new Error('The sources of the repository are missing.');
  return Promise.all(
    paths.sort().map(async (path) => readSource(path, await readFile(join(root, path), 'utf8'))),
  );
}

/** The facts of one file, from its text. Throws when the text is not TypeScript. */
export function readSource(path: string, text: string): Source {
  const program = asNode(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  const imports: Import[] = [];
  const uses: Use[] = [];
  const longFunctions: LongFunction[] = [];
  const looseTexts: number[] = [];
  const tables = new Map<string, number>();
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length;
  walk(program, (node, parent) => {
    const found = importOf(node);
    if (found) imports.push({ ...found, target: targetOf(path, found.specifier), line: lineOf(node) });
    if (hasLooseText(node)) looseTexts.push(lineOf(node));
    if (isFunction.test(node.type)) {
      const lines = text.slice(node.start, Number(node.end)).split('\n').length;
      const name = nameOf(node.id) ?? nameOf(parent?.id) ?? nameOf(parent?.key) ?? 'a function';
      if (lines > FUNCTION_LINES) longFunctions.push({ name, line: lineOf(node), lines });
    }
    for (const name of namedTables(node, parent)) if (!tables.has(name)) tables.set(name, lineOf(node));
    const what = useOf(node, parent);
    if (what)
      uses.push({
        what,
        text: text.slice(node.start, Number(node.end)).split('\n')[0] ?? '',
        line: lineOf(node),
      });
  });
  const body = list(program.body);
  const isBarrel =
    body.length > 0 && body.every((node) => /^Export(All|Named)/.test(node.type) && isNode(node.source));
  const lines = text.trimEnd().split('\n').length;
  return {
    path,
    lines,
    imports,
    uses,
    isBarrel,
    longFunctions,
    looseTexts,
    tables: [...tables].map(([name, line]) => ({ name, line })),
  };
}

/** A text, with a question mark for each inserted value. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return list(node.quasis)
    .map(({ value }) => (isTemplateText(value) ? value.cooked : ''))
    .join('?');
}

function isTemplateText(value: unknown): value is { cooked: string } {
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string';
}

/** The tables that a text of SQL names. */
function namedTables(node: Node, parent: Node | undefined): string[] {
  const text = textOf(node) ?? '';
  const isPiece = parent?.type === 'TaggedTemplateExpression' && nameOf(parent.tag) === 'sql';
  if (parent?.type === 'CallExpression' && nameOf(parent.callee) === 'pgTable') return [text];
  const lists = [...text.matchAll(afterKeyword), ...(isPiece ? text.matchAll(nameAlone) : [])];
  return lists.flatMap(([, names = '']) =>
    names.split(',').map(
      (entry) =>
        entry
          .trim()
          .split(/\s/)[0]
          ?.replace(/^"?public"?\.|"/g, '') ?? '',
    ),
  );
}

function importOf(node: Node): Pick<Import, 'specifier' | 'isType' | 'names'> | undefined {
  if (node.type === 'TSImportType') {
    const specifier = literal(node.source) ?? literal(node.argument);
    return specifier === undefined ? undefined : { specifier, isType: true, names: [] };
  }
  if (!/^(Import(Declaration|Expression)|Export(Named|All)Declaration)$/.test(node.type)) return undefined;
  const specifier = literal(node.source);
  if (specifier === undefined) return undefined;
  const specifiers = list(node.specifiers);
  const typed = specifiers.map((entry) => (entry.importKind ?? entry.exportKind) === 'type');
  const isType =
    node.importKind === 'type' || node.exportKind === 'type' || (typed.length > 0 && typed.every(Boolean));
  return {
    specifier,
    isType,
    names: specifiers.map((entry) => nameOf(entry.imported ?? entry.local) ?? '*'),
  };
}

function useOf(node: Node, parent: Node | undefined): Use['what'] | undefined {
  if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql') return 'sql';
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && list(node.arguments).length === 0)
    return 'time';
  if (
    node.type === 'MemberExpression' &&
    nameOf(node.object) === 'process' &&
    nameOf(node.property) === 'env'
  ) {
    // Code that only sets a variable of the environment does not read it.
    return parent?.isTarget === true ? undefined : 'env';
  }
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression')
    return undefined;
  const method = nameOf(node.callee.property) ?? '';
  const owner = isNode(node.callee.object) ? node.callee.object : undefined;
  const ownerName = nameOf(owner) ?? nameOf(owner?.property) ?? '';
  if (ownerName === 'Date' && method === 'now') return 'time';
  return queryTargets.test(ownerName) && queryMethods.test(method) ? 'sql' : undefined;
}

function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  if (node.type === 'AssignmentExpression' && isNode(node.left)) node.left.isTarget = true;
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node);
  }
}

function targetOf(path: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(dirname(path), specifier.replace(/\?.*$/, '')) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function asNode(value: unknown): Node {
  if (!isNode(value)) throw new Error('The parser gave no syntax tree.');
  return value;
}

function list(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && typeof value.name === 'string' ? value.name : undefined;
}

function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  return typeof value.value === 'string' ? value.value : literal(value.literal);
}
