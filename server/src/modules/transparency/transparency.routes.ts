import * as route from '@vialproof/contract/transparency.routes';
import { toBase64 } from '@vialproof/science/proof/bytes';
import { Hono } from 'hono';
import { newRoutes } from '../../platform/http/http.ts';
import { FOR_OTHER_SITES } from '../../platform/http/usual-headers.ts';
import { isRefusal, unwrap } from '../../platform/refusal.ts';
import { fingerprintsIn, presentLog } from './transparency.presenter.ts';
import {
  currentCheckpoint,
  listLatestEntries,
  proveConsistency,
  readTile,
  readVerifierKeys,
  type TransparencyContext,
} from './transparency.service.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** A short cache protects the database from many readers. */
const A_MOMENT = 'public, max-age=2';

const TO_ALL = { 'Access-Control-Allow-Origin': '*', ...FOR_OTHER_SITES };

/** Routes of the log for people and pages. */
export function transparencyRoutes(transparency: TransparencyContext, keys: () => Promise<string>) {
  return newRoutes()
    .openapi(route.getLog, async (c) => {
      const [head, verifierKeys, keyFile, entries] = await Promise.all([
        currentCheckpoint(transparency),
        readVerifierKeys(transparency),
        keys(),
        listLatestEntries(transparency),
      ]);
      const fingerprints = await fingerprintsIn(keyFile, verifierKeys);
      c.header('Cache-Control', A_MOMENT);
      return c.json({ data: presentLog(head, verifierKeys, fingerprints, entries) }, 200);
    })
    .openapi(route.getLogConsistency, async (c) => {
      const { checkpoint, hashes } = unwrap(await proveConsistency(transparency, c.req.valid('query').from));
      return c.json({ data: { checkpoint, hashes: hashes.map(toBase64) } }, 200);
    })
    .openapi(route.getKeys, async (c) =>
      c.body(await keys(), 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': 'attachment; filename="certificate-keys.txt"',
        'Cache-Control': A_MOMENT,
      }),
    );
}

/** Routes of the log for other programs (C2SP tlog-tiles). */
export function logFiles(transparency: TransparencyContext): Hono {
  const app = new Hono();
  app.get('/checkpoint', async (c) => {
    const { note } = await currentCheckpoint(transparency);
    return c.body(note, 200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': A_MOMENT,
      ...TO_ALL,
    });
  });
  app.get('/tile/*', async (c) => {
    const tile = await readTile(transparency, c.req.path.slice('/tile/'.length));
    if (isRefusal(tile)) return c.text('There is no such tile.\n', 404, { 'Cache-Control': 'no-store' });
    return c.body(tile, 200, {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': FOREVER,
      ...TO_ALL,
    });
  });
  return app;
}
