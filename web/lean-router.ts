import type { Plugin } from 'vite';

// Parts of React Router that this site never uses but its entry always imports.
// What is undefined below is imported by server code alone, which the bundler drops.
const stubs: Record<string, string> = {
  // Only `instrumentations` of HydratedRouter reaches it, and we pass none.
  'lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined;`,
  // Route discovery on demand: react-router.config.ts chooses the whole table at once (routeDiscovery 'initial').
  'lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = ({ sri, ...manifest }) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => undefined;
    export const getManifestPath = undefined, getPathsWithAncestors = undefined, URL_LIMIT = undefined;
    export const handleClientVersionMismatch = undefined;`,
  // The boundary around everything, for a failure of our own boundaries (root.tsx): the original shows the stack.
  'lib/dom/ssr/errorBoundaries.js': `
    import { Component, createElement } from 'react';
    export class RemixErrorBoundary extends Component {
      state = { failed: false };
      static getDerivedStateFromError() { return { failed: true }; }
      render() {
        if (!this.state.failed) return this.props.children;
        return createElement('html', { lang: 'en' }, createElement('body', null, 'Something went wrong. Please reload this page.'));
      }
    }
    export const RemixRootDefaultErrorBoundary = () => null;
    export const BoundaryShell = undefined;`,
  'lib/dom/ssr/fallback.js': `
    export const RemixRootDefaultHydrateFallback = () => null;`,
};

/**
 * Functions inside files that are otherwise needed, which only these reach: fetchers (useFetcher), actions (Form,
 * useSubmit), route discovery, and `prefetch` of a Link. Writes go through our own API client. The body is what stands
 * in their place.
 */
const unused: Record<string, { functions: string[]; body: string }[]> = {
  'lib/router/router.js': [
    {
      functions: ['handleAction', 'handleFetcherAction', 'handleFetcherLoader', 'fetch', 'discoverRoutes'],
      body: '{ throw new Error("left out by web/lean-router.ts"); }',
    },
  ],
  'lib/dom/ssr/single-fetch.js': [
    {
      functions: ['singleFetchActionStrategy', 'singleFetchLoaderFetcherStrategy'],
      body: '{ throw new Error("left out by web/lean-router.ts"); }',
    },
  ],
  'lib/dom/ssr/components.js': [
    { functions: ['PrefetchPageLinks'], body: '{ return null; }' },
    { functions: ['usePrefetchBehavior'], body: '{ return [false, { current: null }, {}]; }' },
  ],
};

/** A piece of the syntax tree: what we look at of it. */
interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  callee?: { type: string; name?: string };
  arguments?: SyntaxNode[];
  id?: { name: string } | null;
  body?: SyntaxNode;
}

interface Cut {
  start: number;
  end: number;
  text: string;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isText(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === 'Literal' || node?.type === 'TemplateLiteral';
}

/** Every message of `invariant(condition, message)`, `warning(condition, message)` and `new Error(message)`. */
function* messages(node: SyntaxNode): Generator<SyntaxNode> {
  const [first, second] = node.arguments ?? [];
  const callee = node.callee?.name ?? '';
  if (node.type === 'CallExpression' && /^(invariant|warning)$/.test(callee) && second) yield second;
  else if (node.type === 'NewExpression' && callee === 'Error' && isText(first)) yield first;
  else for (const child of Object.values(node).flat()) if (isNode(child)) yield* messages(child);
}

/** Every function in the file by its name; the outermost where two are called alike. */
function functions(node: SyntaxNode, found = new Map<string, SyntaxNode>()): Map<string, SyntaxNode> {
  if (node.type === 'FunctionDeclaration' && node.id && !found.has(node.id.name))
    found.set(node.id.name, node);
  for (const child of Object.values(node).flat()) if (isNode(child)) functions(child, found);
  return found;
}

/** The bodies of unused functions and every message outside of them. */
function cutsOf(tree: SyntaxNode, part: string): Cut[] {
  const known = functions(tree);
  const bodies = (unused[part] ?? []).flatMap(({ functions: names, body: text }) =>
    names.map((name): Cut => {
      const body = known.get(name)?.body;
      if (!body)
        throw new Error(`${part} of React Router has no function ${name} any more: see web/lean-router.ts`);
      return { start: body.start, end: body.end, text };
    }),
  );
  const sentences = [...messages(tree)]
    .filter(({ start, end }) => !bodies.some((body) => body.start <= start && end <= body.end))
    .map(({ start, end }): Cut => ({ start, end, text: '""' }));
  return [...bodies, ...sentences].sort((one, other) => other.start - one.start);
}

/**
 * Makes React Router 8 kB smaller (compressed) in the browser's build: leaves out the parts above, components that
 * nobody imports, and the sentences of its errors, as React does with its own; the development build has them all.
 * Should a later router need more of a stub, the build fails with the name of the missing export: then add to the stub
 * or delete it.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    enforce: 'pre',
    load(id) {
      const part = id.split('react-router/dist/production/')[1];
      return part === undefined ? undefined : stubs[part];
    },
    transform(code, id) {
      if (!id.includes('react-router/dist/production/')) return undefined;
      const tree: unknown = this.parse(code);
      if (!isNode(tree)) return undefined;
      let lean = code;
      const part = id.split('react-router/dist/production/')[1] ?? '';
      for (const { start, end, text } of cutsOf(tree, part)) {
        lean = lean.slice(0, start) + text + lean.slice(end);
      }
      // A component that is given a name counts as used; without it the bundler drops those that nobody imports.
      lean = lean
        .replace(/^\w+\.displayName = ".*";$/gm, '')
        .replaceAll(/^const (\w+) = (React\$?\d*\.forwardRef)/gm, 'const $1 = /* @__PURE__ */ $2');
      return { code: lean, map: null };
    },
  };
}
