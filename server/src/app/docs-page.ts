import { createHash } from 'node:crypto';
import { ERRORS } from '@vialproof/contract/errors';
import { html, raw } from 'hono/html';

type Operation = {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  parameters?: { name: string; in: string; required?: boolean }[];
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
};
type Document = {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
};

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(oklch(0.24 0.02 220), oklch(0.93 0.01 220)); --rule: light-dark(oklch(0.88 0.01 220), oklch(0.34 0.02 220));
  --accent: light-dark(oklch(0.45 0.09 195), oklch(0.78 0.09 195)); --paper: light-dark(oklch(0.99 0.003 95), oklch(0.18 0.012 220)); }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
h1 { font: 500 2.2rem/1.15 Georgia, serif; } h2 { margin: 3rem 0 0; font: 500 1.4rem/1.2 Georgia, serif; }
code, pre, .path { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
details { border-top: 1px solid var(--rule); padding: 0.7rem 0; } summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; align-items: baseline; }
.verb { color: var(--accent); font-weight: 600; min-width: 4.4rem; } summary:hover .path { text-decoration: underline; text-underline-offset: 0.2em; }
nav ul { columns: 12rem; padding: 0; list-style: none; } nav li { padding: 0.15rem 0; break-inside: avoid; }
:target > summary code, tr:target { background: light-dark(oklch(0.95 0.05 95), oklch(0.3 0.04 95)); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; } .note { opacity: 0.75; }
pre { border: 1px solid var(--rule); padding: 0.75rem; white-space: pre-wrap; } a { color: var(--accent); }
table { border-collapse: collapse; width: 100%; } th, td { border-top: 1px solid var(--rule); padding: 0.35rem 0.75rem 0.35rem 0; text-align: left; vertical-align: top; }
.table { overflow-x: auto; }`;

/** The page runs no scripts. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** The API documentation as a page for people. It needs DOCS_POLICY. */
export function docsPage(openApi: object) {
  const document = openApi as Document;
  const groups = new Map<string, { path: string; verb: string; operation: Operation }[]>();
  for (const [path, verbs] of Object.entries(document.paths ?? {})) {
    for (const [verb, operation] of Object.entries(verbs)) {
      const tag = operation.tags?.[0] ?? 'Other';
      groups.set(tag, [...(groups.get(tag) ?? []), { path, verb: verb.toUpperCase(), operation }]);
    }
  }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <main>
        <h1>${document.info.title}</h1>
        <p>${document.info.description ?? ''}</p>
        <p>For machines: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
        <nav aria-label="Contents">
          <ul>
            ${[...groups.keys(), 'Refusals', 'Shapes'].map((name) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
          </ul>
        </nav>
        ${[...groups].map(
          ([tag, calls]) => html`<h2 id="${anchor(tag)}">${tag}</h2>
            ${calls.map(({ path, verb, operation }) => call(path, verb, operation))}`,
        )}
        <h2 id="refusals">Refusals</h2>
        <p>Every refused call answers <code>application/problem+json</code> with one of these codes.</p>
        <div class="table" tabindex="0">
          <table>
            <thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">says</th></tr></thead>
            <tbody>
              ${Object.entries(ERRORS).map(
                ([code, [status, says]]) =>
                  html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${says}</td></tr>`,
              )}
            </tbody>
          </table>
        </div>
        <h2 id="shapes">Shapes</h2>
        ${Object.entries(document.components?.schemas ?? {}).map(
          ([name, schema]) =>
            // Browsers open <details> if a link leads into it.
            html`<details><summary><code>${name}</code></summary><div id="shape-${name}">${shape(schema)}</div></details>`,
        )}
        </main>
      </body>
    </html>`;
}

function call(path: string, verb: string, operation: Operation) {
  const parameters = operation.parameters ?? [];
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  return html`<details>
    <summary><span class="verb">${verb}</span> <span class="path">${path}</span> <span class="note">${operation.summary ?? ''}</span></summary>
    ${operation.description ? html`<p>${operation.description}</p>` : ''}
    ${operation.security ? html`<p class="note">Wants a bearer token.</p>` : ''}
    ${
      parameters.length > 0
        ? html`<p>${parameters.map((parameter) => html`<code>${parameter.name}</code> in ${parameter.in}${parameter.required ? ', required' : ''}. `)}</p>`
        : ''
    }
    ${body ? html`<p>Body <code>${body[0]}</code></p>${shape(body[1].schema)}` : ''}
    <ul>
      ${Object.entries(operation.responses ?? {}).map(
        ([status, answer]) =>
          html`<li><strong>${status}</strong> ${codesLinked(answer.description ?? '')} ${shapeOf(answer.content)}</li>`,
      )}
    </ul>
  </details>`;
}

function shapeOf(content: Record<string, { schema?: unknown }> | undefined) {
  const json = content?.['application/json'];
  return json ? shape(json.schema) : '';
}

/** A schema as JSON, with links to other schemas. */
function shape(schema: unknown) {
  const parts = JSON.stringify(schema, null, 2).split(/"#\/components\/schemas\/(\w+)"/);
  return html`<pre>${parts.map((part, place) => (place % 2 ? html`<a href="#shape-${part}">${part}</a>` : part))}</pre>`;
}

/** A description with links to its error codes. */
function codesLinked(description: string) {
  return description.split('`').map((part, place) => {
    if (place % 2 === 0) return part;
    return part in ERRORS ? html`<a href="#${part}"><code>${part}</code></a>` : html`<code>${part}</code>`;
  });
}

function anchor(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-');
}
