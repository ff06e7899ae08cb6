import * as route from '@vialproof/contract/results.routes';
import { downloadAs, showAs } from '../../platform/files/file-names.ts';
import { type ApiContext, newRoutes } from '../../platform/http/http.ts';
import { answerFile } from '../../platform/http/http-file.ts';
import { unwrap } from '../../platform/refusal.ts';
import { downloadResultFile, linkResultFile, type ResultsContext } from './results.service.ts';

/** Routes for files, and for signed addresses that need no token. */
export function resultsRoutes(results: ResultsContext) {
  return newRoutes()
    .openapi(route.getAttachment, async (c) => {
      const reader = readerOf(c, c.req.valid('query').link);
      const file = unwrap(await downloadResultFile(results, 'attachment', c.req.valid('param').id, reader));
      c.set('viewed', file.viewed);
      return answerFile(c, file, downloadAs(file.fileName));
    })
    .openapi(route.linkAttachment, async (c) => {
      c.header('Cache-Control', 'no-store');
      const { id } = c.req.valid('param');
      const { link, viewed } = unwrap(await linkResultFile(results, 'attachment', id, c.get('viewer')));
      c.set('viewed', viewed);
      return c.json({ data: link }, 200);
    })
    .openapi(route.getPhoto, async (c) => {
      const reader = readerOf(c, c.req.valid('query').link);
      const file = unwrap(await downloadResultFile(results, 'photo', c.req.valid('param').id, reader));
      c.set('viewed', file.viewed);
      return answerFile(c, file, showAs(file.fileName));
    })
    .openapi(route.linkPhoto, async (c) => {
      c.header('Cache-Control', 'no-store');
      const { id } = c.req.valid('param');
      const { link, viewed } = unwrap(await linkResultFile(results, 'photo', id, c.get('viewer')));
      c.set('viewed', viewed);
      return c.json({ data: link }, 200);
    });
}

/** Who reads a file. Programs may look at a link with HEAD before they use it. */
const readerOf = (c: ApiContext, link: string | undefined) => ({
  viewer: c.get('viewer'),
  link,
  onlyLooks: c.req.method === 'HEAD',
});
