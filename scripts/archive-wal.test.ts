import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../deploy/archive-wal.sh', import.meta.url));
const NAME = '000000010000000000000002';
const SEGMENT = Buffer.alloc(4_000_000, 'segment');

/** A part (segment) of PostgreSQL's log, and the folder where such parts are kept. */
async function archive() {
  const folder = await mkdtemp(join(tmpdir(), 'vialproof-wal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const from = join(folder, 'segment');
  const kept = join(folder, 'kept');
  await mkdir(kept);
  await writeFile(from, SEGMENT);
  return { from, kept, to: join(kept, NAME), part: join(kept, `${NAME}.${hostname()}.part`) };
}

const started = (from: string, to: string): ChildProcess =>
  spawn('sh', [SCRIPT, from, to], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });

async function run(from: string, to: string): Promise<{ status: number; said: string }> {
  const script = started(from, to);
  let said = '';
  script.stderr?.on('data', (bytes) => {
    said += bytes;
  });
  const [status] = await once(script, 'close');
  return { status, said };
}

describe('archive-wal.sh stores each log segment of PostgreSQL completely and once', () => {
  test('archive-wal.sh stores a new segment, and accepts the same segment a second time', async () => {
    const { from, kept, to } = await archive();
    expect(await run(from, to)).toEqual({ status: 0, said: '' });
    expect(await readFile(to)).toEqual(SEGMENT);
    // Another PostgreSQL server may archive the same segment a second time.
    expect(await run(from, to)).toEqual({ status: 0, said: '' });
    expect(await readdir(kept)).toEqual([NAME]);
  });

  test('archive-wal.sh refuses a different segment of the same name, and keeps the stored one', async () => {
    const { from, kept, to } = await archive();
    await writeFile(to, 'of another history');
    expect(await run(from, to)).toEqual({ status: 1, said: expect.stringContaining('differs from') });
    expect(await readFile(to, 'utf8')).toBe('of another history');
    expect(await readdir(kept)).toEqual([NAME]);
  });

  test('if archive-wal.sh is killed, no half segment has the final name, and the next try stores the whole segment', async () => {
    const { from, kept, to, part } = await archive();
    // The pipe delivers only half of the segment.
    const pipe = join(kept, '..', 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    const script = started(pipe, to);
    const ended = once(script, 'exit');
    const writing = createWriteStream(pipe);
    writing.on('error', () => undefined);
    writing.write(SEGMENT.subarray(0, SEGMENT.length / 2));
    await vi.waitUntil(
      () =>
        stat(part).then(
          ({ size }) => size > 0,
          () => false,
        ),
      20_000,
    );
    process.kill(-(script.pid ?? Number.NaN), 'SIGKILL');
    await ended;
    writing.destroy();
    expect(await readdir(kept)).toEqual([`${NAME}.${hostname()}.part`]);
    expect(await run(from, to)).toEqual({ status: 0, said: '' });
    expect(await readFile(to)).toEqual(SEGMENT);
    expect(await readdir(kept)).toEqual([NAME]);
  });

  test('if archive-wal.sh cannot store a segment, it fails, so that PostgreSQL tries again', async () => {
    const { from, kept } = await archive();
    const { status } = await run(from, join(kept, 'not-there', NAME));
    expect(status).toBe(1);
  });

  test("the manual and PostgreSQL's archive setting both name archive-wal.sh", async () => {
    const manual = await readFile(new URL('../docs/operations.md', import.meta.url), 'utf8');
    expect(manual).toContain("archive_command = '/opt/vialproof/deploy/archive-wal.sh %p /archive/%f'");
    expect((await stat(SCRIPT)).mode & 0o111).toBe(0o111);
  });
});
