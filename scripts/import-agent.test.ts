import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from './run.ts';

type Sent = { name: string; text: string; sha256: string; key: string | undefined };
type Answer = [status: number, body?: unknown, headers?: Record<string, string>];

const taken = ({ sha256 }: Sent, status = 201): Answer => [
  status,
  { data: { id: 'i1', sha256, request_id: null, warnings: [] } },
];
const refusal = (status: number, code: string, detail: string): Answer => [status, { code, detail, status }];

/** An import server for the tests. `answer` decides its answers; null never answers. */
async function startServer(answer: (sent: Sent, count: number) => Answer | null | Promise<Answer | null>) {
  const sent: Sent[] = [];
  const open: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const file = form.get('file') as File;
    const bytes = Buffer.from(await file.arrayBuffer());
    const one = {
      name: file.name,
      text: bytes.toString(),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      key: request.headers.authorization,
    };
    expect(`${request.method} ${request.url}`).toBe('POST /api/lab/imports');
    sent.push(one);
    const [status, body, more] = (await answer(one, sent.length)) ?? [];
    if (status === undefined) open.push(response);
    else
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
  });
  const listen = async (port = 0) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  onTestFinished(close);
  return { sent, port: await listen(), close, listen };
}

/** A watched folder, and the agent that watches it. */
async function workplace(port: number) {
  const place = await mkdtemp(join(tmpdir(), 'import-agent-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const folder = join(place, 'exports');
  await mkdir(folder);
  const put = (name: string, text: string) => writeFile(join(folder, name), text);
  const stateFile = join(place, 'exports.import-state.json');

  function start(more: NodeJS.ProcessEnv = {}) {
    const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts/import-agent.ts'), folder], {
      env: {
        ...process.env,
        IMPORT_URL: `http://127.0.0.1:${port}`,
        IMPORT_KEY: 'key-of-the-laboratory',
        IMPORT_INTERVAL_MS: '20',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const waiting = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        for (const look of waiting) look();
      });
    }
    const ended = once(child, 'close');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return {
      lines,
      /** Resolves when a line of the output contains this text. */
      line: (words: string) =>
        new Promise<void>((resolve, reject) => {
          const look = () => {
            if (!lines.some((line) => line.includes(words))) return;
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
          look();
          ended.then(() => reject(new Error(`ended without “${words}”:\n${lines.join('\n')}`)), reject);
        }),
      end: async (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal);
        return (await ended)[0] as number | null;
      },
      ended: async () => (await ended)[0] as number | null,
    };
  }
  return { place, folder, put, start, stateFile };
}

describe('the import agent sends files to the server', () => {
  it('the import agent sends each present and each new file once with its key, and does not move files', async () => {
    const { sent, port } = await startServer((one) => taken(one));
    const { place, folder, put, start } = await workplace(port);
    await put('first.csv', 'one');
    const agent = start();
    await agent.line('first.csv: imported, waits in the queue');
    await put('Probe Größe.txt', 'two');
    await put('again.csv', 'one');
    await agent.line('Probe Größe.txt: imported');
    await agent.line('again.csv: answered before, as first.csv');
    expect(await agent.end()).toBe(0);
    expect(agent.lines.at(-1)).toBe('Stopped.');
    expect(sent.map(({ name, text, key }) => [name, text, key])).toEqual([
      ['first.csv', 'one', 'Bearer key-of-the-laboratory'],
      ['Probe Größe.txt', 'two', 'Bearer key-of-the-laboratory'],
    ]);
    expect((await readdir(folder)).toSorted()).toEqual(['Probe Größe.txt', 'again.csv', 'first.csv']);
    expect((await readdir(place)).toSorted()).toEqual(['exports', 'exports.import-state.json']);
  });

  it('the agent sends a file no more after a final answer (accepted, duplicate or refused)', async () => {
    const { sent, port } = await startServer((one) => {
      if (one.text === 'elsewhere') return refusal(409, 'trace_used_elsewhere', 'Stored under task 101.');
      if (one.text === 'no trace')
        return refusal(422, 'chromatogram_unreadable', 'This is a PDF,\nnot text.');
      return taken(one, one.text === 'known' ? 200 : 201);
    });
    const { put, start } = await workplace(port);
    for (const text of ['elsewhere', 'known', 'new', 'no trace']) await put(`${text}.csv`, text);
    const agent = start();
    await agent.line('no trace.csv: refused, This is a PDF, not text.');
    expect(agent.lines).toContain('elsewhere.csv: refused, Stored under task 101.');
    expect(agent.lines).toContain('known.csv: imported before, waits in the queue');
    expect(await agent.end()).toBe(0);

    const second = start();
    await second.line('4 files were answered before');
    await put('zulu.csv', 'later');
    await second.line('zulu.csv: imported');
    expect(sent.map(({ text }) => text)).toEqual(['elsewhere', 'known', 'new', 'no trace', 'later']);
  });

  it('the agent waits until a file has stopped growing', async () => {
    // The first file is refused at first, and the second file grows meanwhile.
    const { sent, port } = await startServer(async (one, count) => {
      if (one.name === 'growing.csv') return taken(one);
      await appendFile(join(folder, 'growing.csv'), 'more,');
      return count < 5 ? [503] : taken(one);
    });
    const { folder, put, start } = await workplace(port);
    await put('a.csv', 'first');
    await put('growing.csv', '');
    const agent = start();
    await agent.line('growing.csv: imported');
    expect(sent.map(({ name }) => name)).toEqual([
      'a.csv',
      'a.csv',
      'a.csv',
      'a.csv',
      'a.csv',
      'growing.csv',
    ]);
    expect(sent.at(-1)?.text).toBe('more,more,more,more,more,');
  });

  it('the agent sends a file again if it was killed before the server answered', async () => {
    const arrived = Promise.withResolvers<void>();
    const { sent, port } = await startServer((one, count) => {
      if (one.name !== 'b.csv' || count > 2) return taken(one, count > 2 ? 200 : 201);
      arrived.resolve();
      return null;
    });
    const { put, start, stateFile } = await workplace(port);
    for (const name of ['a', 'b', 'c']) await put(`${name}.csv`, name);
    const agent = start();
    await arrived.promise;
    await agent.end('SIGKILL');
    // The process was killed while it wrote this file.
    await writeFile(`${stateFile}.new`, '{"http');

    const second = start();
    await second.line('c.csv: imported');
    expect(sent.map(({ name }) => name)).toEqual(['a.csv', 'b.csv', 'b.csv', 'c.csv']);
  });

  it('the agent sends no answered file again, however often the agent is killed', async () => {
    const { sent, port } = await startServer((one) => taken(one));
    const { put, start, stateFile } = await workplace(port);
    const names = Array.from({ length: 5 }, (_, place) => `run-${place}.csv`);
    for (const name of names) {
      await put(name, `of ${name}`);
      const agent = start();
      await agent.line(`${name}: imported`);
      await agent.end('SIGKILL');
    }
    expect(sent.map(({ name }) => name)).toEqual(names);
    const state = JSON.parse(await readFile(stateFile, 'utf8'));
    const kept: unknown[] = Object.values(state[`http://127.0.0.1:${port}`]);
    expect(kept).toEqual(names.map((name) => ({ status: 201, name })));
  });

  it('the agent continues when the server works again, and waits as long as Retry-After says', async () => {
    const { sent, port, close, listen } = await startServer((one, count) =>
      count === 1 ? [429, { detail: 'Slowly.' }, { 'retry-after': '1' }] : taken(one),
    );
    await close();
    const { put, start } = await workplace(port);
    await put('a.csv', 'a');
    const agent = start();
    await agent.line('a.csv: not sent (');
    await listen(port);
    await agent.line('a.csv: not taken (429: Slowly.), trying again in 1 s');
    await agent.line('a.csv: imported');
    expect(sent).toHaveLength(2);
  });

  it('the import agent ignores answers that come from another program than the server', async () => {
    const answers: Answer[] = [
      [200, '<sign in>'],
      [422, {}],
      [409, { code: 'request_in_progress' }],
      [302],
      [404],
    ];
    const { sent, port } = await startServer((one, count) => answers[count - 1] ?? taken(one));
    const { put, start } = await workplace(port);
    await put('a.csv', 'a');
    const agent = start();
    await agent.line('a.csv: imported');
    expect(sent).toHaveLength(answers.length + 1);
    expect(agent.lines.filter((line) => line.includes('not taken'))).toHaveLength(answers.length);
  });

  it.each([401, 403])(
    'the agent stops with an explanation when its key is answered with %i',
    async (status) => {
      const { sent, port } = await startServer(() => refusal(status, 'unauthenticated', 'No such key.'));
      const { put, start } = await workplace(port);
      await put('a.csv', 'a');
      await put('b.csv', 'b');
      const agent = start();
      expect(await agent.ended()).toBe(1);
      expect(agent.lines.at(-1)).toBe(
        `The server does not accept the key (${status}: No such key.). Nothing more is sent.`,
      );
      expect(sent).toHaveLength(1);
    },
  );

  it('if its key has expired, the agent reports this, keeps every file, and sends them with the new key', async () => {
    const { sent, port } = await startServer((one) =>
      one.key === 'Bearer the-new-key'
        ? taken(one)
        : refusal(401, 'key_ended', 'This laboratory key has ended.'),
    );
    const { folder, put, start } = await workplace(port);
    await put('a.csv', 'a');
    await put('b.csv', 'b');
    const old = start();
    expect(await old.ended()).toBe(1);
    expect(old.lines.at(-1)).toBe(
      'The laboratory key has ended: an admin makes a new one on the page of keys. Nothing more is sent; the files stay where they are, and are sent once IMPORT_KEY holds the new one.',
    );
    expect((await readdir(folder)).toSorted()).toEqual(['a.csv', 'b.csv']);
    const renewed = start({ IMPORT_KEY: 'the-new-key' });
    await renewed.line('a.csv: imported');
    await renewed.line('b.csv: imported');
    expect(sent.map(({ name }) => name)).toEqual(['a.csv', 'a.csv', 'b.csv']);
  });

  it('the agent skips hidden files, folders and files above 10 MB, and reports each skipped file once', async () => {
    const { sent, port } = await startServer((one) => taken(one));
    const { folder, put, start } = await workplace(port);
    await put('.hidden.csv', 'x');
    await mkdir(join(folder, 'old'));
    await put('huge.csv', '');
    await truncate(join(folder, 'huge.csv'), 10 * 1024 * 1024 + 1);
    await put('z.csv', 'z');
    const agent = start();
    await agent.line('z.csv: imported');
    await put('zz.csv', 'zz');
    await agent.line('zz.csv: imported');
    expect(agent.lines.filter((line) => line.includes('passed over'))).toEqual([
      '.hidden.csv: passed over, it is hidden',
      'huge.csv: passed over, it has more than 10 MB',
      'old: passed over, it is no file',
    ]);
    expect(sent.map(({ name }) => name)).toEqual(['z.csv', 'zz.csv']);
  });

  it('the agent can be stopped while it waits for an answer', async () => {
    const arrived = Promise.withResolvers<void>();
    const { port } = await startServer(() => {
      arrived.resolve();
      return null;
    });
    const { put, start } = await workplace(port);
    await put('a.csv', 'a');
    const agent = start();
    await arrived.promise;
    expect(await agent.end()).toBe(0);
    expect(agent.lines.at(-1)).toBe('Stopped.');
  });

  it.each([
    ['no address', { IMPORT_URL: '' }, 'Set IMPORT_URL to the address'],
    ['no key', { IMPORT_KEY: '' }, 'Set IMPORT_KEY to a key'],
  ])('the agent reports the missing setting: %s', async (_, env, words) => {
    const { start } = await workplace(1);
    const agent = start(env);
    expect(await agent.ended()).toBe(1);
    expect(agent.lines).toEqual([expect.stringContaining(words)]);
  });

  it('the agent does not start if its state file is damaged', async () => {
    const { start, stateFile } = await workplace(1);
    await writeFile(stateFile, '{"http');
    const agent = start();
    expect(await agent.ended()).toBe(1);
    expect(agent.lines).toEqual([expect.stringContaining('exports.import-state.json is damaged')]);
  });
});
