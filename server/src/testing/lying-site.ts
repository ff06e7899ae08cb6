import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Changes a true answer. Undefined if the function has sent its own answer. */
export type Lie = (path: string, truth: Buffer, answer: ServerResponse) => Buffer | undefined;

/** A website that answers like the application, but with the changes of `lie`. Closed after the test. */
export const siteThat = (app: TestApp, lie: Lie): Promise<string> =>
  serve(async (path, answer) => {
    const truth = await app.raw(path);
    return { status: truth.status, body: lie(path, Buffer.from(await truth.arrayBuffer()), answer) };
  });

/** A website with only these files. Closed after the test. */
export const siteOf = (files: Record<string, string | Uint8Array>): Promise<string> =>
  serve(async (path) => {
    const file = files[path];
    return { status: file === undefined ? 404 : 200, body: Buffer.from(file ?? '') };
  });

type Served = { status: number; body: Buffer | undefined };

async function serve(answerTo: (path: string, answer: ServerResponse) => Promise<Served>): Promise<string> {
  const server = createServer(async ({ url = '' }, answer) => {
    const { status, body } = await answerTo(url, answer);
    if (body) answer.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
