import { type Context, Hono } from 'hono';
import { respondTo } from '../../platform/cache/public-answer.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { groupImage, resultImage, type ShareImagesContext, siteImage } from './share-images.service.ts';

const notFound = (c: Context) => c.text('Not found\n', 404, { 'Cache-Control': 'no-store' });

/** Pictures for link previews. Each request checks whether the picture may still be shown. */
export function shareImagesRoutes(images: ShareImagesContext): Hono {
  const routes = new Hono();
  routes.get('/share/site.png', async (c) => respondTo(c.req.raw, await siteImage(images)));
  routes.get('/share/groups/:file{[0-9a-f-]{36}\\.png}', async (c) => {
    const found = await groupImage(images, c.req.param('file').slice(0, 36));
    return isRefusal(found) ? notFound(c) : respondTo(c.req.raw, found);
  });
  routes.get('/share/:id/:revision{[0-9]{1,6}\\.png}', async (c) => {
    const revision = Number.parseInt(c.req.param('revision'), 10);
    const found = await resultImage(images, c.req.param('id'), revision);
    if (isRefusal(found)) return notFound(c);
    // The reader's page is older than the present result.
    if (typeof found === 'string') return c.body(null, 302, { Location: found, 'Cache-Control': 'no-store' });
    return respondTo(c.req.raw, found);
  });
  return routes;
}
