import { open } from 'node:fs/promises';
import type { BrowserContext, Response } from '@playwright/test';
import { createLogWatch } from '../server/src/testing/log-watch.ts';
import { DEMO_PASSWORD, PASSWORD } from './passwords.ts';

/** Calls whose answers contain tokens, keys or codes. */
const TELLING = /\/api\/(auth|me|orders|group-tests)\b/;

/**
 * Security 35 (16.2): collects the secrets that the pages of a test send and receive. Returns the server's log lines
 * that contain one of them. Without a log (the server was already running) it returns none.
 */
export async function watchSecrets(context: BrowserContext): Promise<{ leaks(): Promise<string[]> }> {
  const file = process.env.SERVER_LOG;
  const log = file ? await open(file, 'r').catch(() => undefined) : undefined;
  if (!log) return { leaks: async () => [] };
  const from = (await log.stat()).size;
  const watch = createLogWatch();
  for (const password of [PASSWORD, DEMO_PASSWORD]) watch.note(password);
  const reading: Promise<void>[] = [];

  async function read(response: Response): Promise<void> {
    if (!TELLING.test(response.url()) || !response.ok()) return;
    // The answers of a closed page cannot be read, and the answer of a stream never ends.
    if (!response.headers()['content-type']?.startsWith('application/json')) return;
    watch.sent(await response.json().catch(() => undefined));
  }
  context.on('request', (request) => {
    if (!/json/.test(request.headers()['content-type'] ?? '')) return;
    watch.sent(request.postDataJSON());
  });
  context.on('response', (response) => void reading.push(read(response)));

  return {
    async leaks() {
      await Promise.all(reading);
      for (const { name, value } of await context.cookies()) if (name !== 'device') watch.note(value);
      for await (const line of log.readLines({ start: from })) watch.destination.write(line);
      return watch.leaks();
    },
  };
}
