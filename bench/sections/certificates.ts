import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigner } from '../../server/src/modules/certificates/adapters/pades/signer.ts';
import { createCompiler } from '../../server/src/modules/certificates/adapters/typst/compiler.ts';
import { filesOf } from '../../server/src/modules/certificates/adapters/typst/document.ts';
import { coveredCodePoints } from '../../server/src/modules/certificates/adapters/typst/fonts.ts';
import { createCertificateRenderer } from '../../server/src/modules/certificates/adapters/typst/renderer.ts';
import { sampleCertificate } from '../../server/src/modules/certificates/adapters/typst/sample.fixture.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { median } from '../measure.ts';
import { type Finding, milliseconds, ratio } from '../report.ts';

export const title = 'Certificates: printed, signed';

const MOST_TIMES_BARE = 1.5;
const MOST_MEGABYTES = 150;
const ROUNDS = 60;
const WARM_ROUNDS = 8;
const RENDERS = 2000;
const LOOK_EACH = 25;

/** Compares two things in turn: issuing a certificate, and only compiling and signing the same data. */
export async function run(): Promise<Finding[]> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-certificates-'));
  const renderer = createCertificateRenderer({
    log: { warn: (...words: unknown[]) => console.warn(...words) },
  });
  try {
    const signer = await openSigner(
      {
        signing: undefined,
        dataDirectory: directory,
        lab: { name: 'Bench', address: '', accreditation: undefined },
      },
      systemClock,
    );
    const data = sampleCertificate();
    const what = { reason: 'Bench', signedAt: systemClock.now() };
    const input = filesOf(data, coveredCodePoints());
    const compiler = createCompiler();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const issue = async () => signer.sign(await renderer.render(data), what);
    const bare = async () => {
      const pdf = compiler.compile(input);
      return sign('sha256', createHash('sha256').update(pdf).digest(), privateKey);
    };
    const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
      for (const [name, work] of [
        ['ours', issue],
        ['bare', bare],
      ] as const) {
        const started = performance.now();
        await work();
        if (round >= 0) times[name].push(performance.now() - started);
      }
    }
    const [ours, bared] = [median(times.ours), median(times.bare)];
    const most = await memoryOver(RENDERS, () => renderer.render(data));
    return [
      { what: 'a certificate, printed and signed', measured: milliseconds(ours), target: '' },
      { what: 'the bare compile and a bare signature', measured: milliseconds(bared), target: '' },
      {
        what: 'times the bare one',
        measured: ratio(ours / bared),
        target: `at most ${MOST_TIMES_BARE}`,
        met: ours <= MOST_TIMES_BARE * bared,
      },
      {
        what: `most memory of its process over ${RENDERS.toLocaleString('en')} certificates`,
        measured: `${Math.round(most)} MB`,
        target: `at most ${MOST_MEGABYTES} MB`,
        met: most <= MOST_MEGABYTES,
      },
    ];
  } finally {
    await renderer.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The highest memory use of the rendering process, in MB (Linux): the kernel records it for each process. */
async function memoryOver(renders: number, render: () => Promise<unknown>): Promise<number> {
  let most = 0;
  for (let count = 1; count <= renders; count += 1) {
    await render();
    if (count % LOOK_EACH === 0) most = Math.max(most, ...workerPeaks());
  }
  return most;
}

function workerPeaks(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children
    .trim()
    .split(' ')
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tinypool'))
    .map((pid) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}
