import { createPublicAnswer, type PublicAnswer, respondTo } from '../platform/cache/public-answer.ts';
import type { newRoutes } from '../platform/http/http.ts';
import type { Platform } from '../platform/platform.ts';
import { DOCS_POLICY, docsPage } from './docs-page.ts';

/** Adds /openapi.json and /docs, which describe every call. Both are built once, at the first call. */
export function describeApi(app: ReturnType<typeof newRoutes>, { config, publicUrl }: Platform): void {
  let made: { openapi: PublicAnswer; docs: PublicAnswer } | undefined;

  function describe() {
    const document = app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: `${config.brandName} API`,
        version: '1.0.0',
        description: 'Order laboratory analysis, follow each test, verify every certificate.',
        license: { name: 'Proprietary', url: `${publicUrl()}/terms` },
      },
      servers: [{ url: publicUrl() }],
      // Most calls need no token. Calls that need one say so.
      security: [],
    });
    const headers = { 'Cache-Control': 'no-cache' };
    return {
      openapi: createPublicAnswer(new TextEncoder().encode(JSON.stringify(document)), {
        ...headers,
        'Content-Type': 'application/json',
      }),
      docs: createPublicAnswer(new TextEncoder().encode(String(docsPage(document))), {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': DOCS_POLICY,
      }),
    };
  }
  const described = () => {
    made ??= describe();
    return made;
  };

  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  app.get('/openapi.json', (c) => respondTo(c.req.raw, described().openapi));
  app.get('/docs', (c) => respondTo(c.req.raw, described().docs));
}
