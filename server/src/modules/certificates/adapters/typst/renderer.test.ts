import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createCompiler } from './compiler.ts';
import { filesOf } from './document.ts';
import { coveredCodePoints } from './fonts.ts';
import { createCertificateRenderer } from './renderer.ts';
import { sampleCertificate } from './sample.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'renderer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const warnings: unknown[] = [];
const log = { warn: (...words: unknown[]) => warnings.push(words) };
const open: ReturnType<typeof createCertificateRenderer>[] = [];
function renderer(options: Partial<Parameters<typeof createCertificateRenderer>[0]> = {}) {
  const made = createCertificateRenderer({ log, ...options });
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
  warnings.length = 0;
});

/** A small program that replaces the real one. */
function program(name: string, body: string): URL {
  const path = join(folder, `${name}.mjs`);
  const head = `import { existsSync, writeFileSync } from 'node:fs';\n`;
  writeFileSync(path, `${head}export const work = () => { ${body} };\n`);
  return pathToFileURL(path);
}
const answerPid = 'return { pdf: new TextEncoder().encode(String(process.pid)) };';
const data = sampleCertificate({ chromatogram: null });
const word = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('a separate process prints certificates', () => {
  it('the separate process prints the same bytes as Typst prints within the test', async () => {
    const { render } = renderer();
    const [first, second] = await Promise.all([render(sampleCertificate()), render(data)]);
    const compiler = createCompiler();
    expect(first).toEqual(compiler.compile(filesOf(sampleCertificate(), coveredCodePoints())));
    expect(second).toEqual(compiler.compile(filesOf(data, coveredCodePoints())));
  });

  it('a new process starts after a fixed number of certificates', async () => {
    const { render } = renderer({ program: program('pid', answerPid), rendersPerProcess: 2 });
    const pids = await Promise.all([1, 2, 3, 4, 5].map(async () => word(await render(data))));
    expect(pids[0]).toBe(pids[1]);
    expect(pids[1]).not.toBe(pids[2]);
    expect(new Set(pids).size).toBe(3);
  });

  it('if the process dies, a new process prints the certificate again', async () => {
    const flag = JSON.stringify(join(folder, 'died'));
    const once = `if (existsSync(${flag})) { ${answerPid} } else { writeFileSync(${flag}, ''); process.exit(7); }`;
    const { render } = renderer({ program: program('once', once) });
    expect(await Promise.all([render(data), render(data)])).toHaveLength(2);
    expect(warnings).toHaveLength(1);
  });

  it('a certificate whose process dies twice fails, and the next certificate is printed', async () => {
    const died = [1, 2].map((time) => JSON.stringify(join(folder, `died-${time}`)));
    const twice = `for (const flag of [${died}]) if (!existsSync(flag)) { writeFileSync(flag, ''); process.exit(1); } ${answerPid}`;
    const { render } = renderer({ program: program('deadly', twice) });
    await expect(render(data)).rejects.toThrow('exited unexpectedly');
    expect(word(await render(data))).toMatch(/^\d+$/);
    expect(warnings).toHaveLength(2);
  });

  it('printing continues after the idle process was killed', async () => {
    const { render } = renderer({ program: program('killed', answerPid) });
    const first = Number(word(await render(data)));
    process.kill(first, 'SIGKILL');
    expect(Number(word(await render(data)))).not.toBe(first);
    expect(warnings).toHaveLength(1);
  });

  it('a process that takes too long is stopped, and the next certificate is printed', async () => {
    const flag = JSON.stringify(join(folder, 'slow'));
    const slow = `if (existsSync(${flag})) { ${answerPid} } else { writeFileSync(${flag}, ''); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }`;
    const { render } = renderer({ program: program('slow', slow), timeoutMs: 3_000 });
    const [late, next] = await Promise.allSettled([render(data), render(data)]);
    expect(late).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('took longer than 3000 ms') },
    });
    expect(next.status).toBe('fulfilled');
  });

  it('an error of the Typst compiler is reported', async () => {
    const { render } = renderer({ program: program('grumble', `return { complaint: 'no glyph' };`) });
    await expect(render(data)).rejects.toThrow('no glyph');
  });

  it('when printing is shut down, certificates that wait for it fail', async () => {
    const made = renderer({ program: program('silent', 'return new Promise(() => {});') });
    const waiting = Promise.allSettled([made.render(data), made.render(data)]);
    await made.close();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(made.render(data)).rejects.toThrow('closed');
  });
});
