import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.ts';
import type { Databases } from '../databases.ts';
import { type Load, median } from '../measure.ts';
import { stopProgram } from '../processes.ts';
import { type Finding, milliseconds } from '../report.ts';
import { startServer } from '../servers.ts';

const POINTS = 50_000;
const MANY_POINTS = 200_000;
const RATE = 200;
/** A delay that no user notices. */
const WAIT_MS = 50;
const SECONDS = 3;
/** The time of one frame at 60 frames per second, with a small tolerance. */
const FRAME_MS = 17.5;
const PASSWORD = 'Demo-pass-1';

export const title = `Chromatograms: ${MANY_POINTS.toLocaleString('en')} points read, ${POINTS.toLocaleString('en')} points moved`;

type Call = <T>(path: string, init?: { json?: object; body?: FormData }) => Promise<T>;

/**
 * Measures how long other calls wait while large files are read, and how smoothly the end of a peak moves on the
 * screen.
 */
export async function run(databases: Databases, load: Load): Promise<Finding[]> {
  const server = await startServer(await databases.withTests(0), { SEED_DEMO: '1' });
  const origin = `http://127.0.0.1:${server.port}`;
  try {
    const call = await signedIn(origin);
    const id = await sample(call);
    const { quiet, busy, uploads } = await waitsWhileReading(server.port, load, call, id);
    await upload(call, id, POINTS);
    const frames = await framesOf(origin, id);
    const files = `files of ${MANY_POINTS.toLocaleString('en')} points`;
    return [
      {
        what: `p99 of others at ${RATE}/s while ${uploads.length} ${files} are read`,
        measured: milliseconds(busy),
        target: `at most ${WAIT_MS} ms more than below`,
        met: busy <= quiet + WAIT_MS,
      },
      { what: '  p99 of others with nothing else to do', measured: milliseconds(quiet), target: '' },
      {
        what: '  one file: sent, read, integrated, stored, shown',
        measured: milliseconds(median(uploads)),
        target: '',
      },
      ...frames,
    ];
  } finally {
    await stopProgram(server);
  }
}

async function signedIn(origin: string): Promise<Call> {
  let token = '';
  const call: Call = async (path, init = {}) => {
    const answer = await fetch(origin + path, {
      method: init.json || init.body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(init.json && { 'content-type': 'application/json' }),
      },
      ...(init.json ? { body: JSON.stringify(init.json) } : init.body ? { body: init.body } : {}),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const json = { email: 'analyst@demo.test', password: PASSWORD };
  token = (await call<{ session: { access_token: string } }>('/api/auth/login', { json })).session
    .access_token;
  return call;
}

/** Returns the id of a received sample of the demo. Receives a sample if the demo has no received sample. */
async function sample(call: Call): Promise<string> {
  type Queue = { data: { id: string; revision_state: string | null }[] };
  const received = await call<Queue>('/api/lab/requests?status=received');
  const waiting = await call<Queue>('/api/lab/requests?status=awaiting_sample');
  const there = received.data.find(({ revision_state }) => revision_state !== 'in_review');
  const one = there ?? waiting.data[0];
  if (!one) throw new Error('the demo has no sample to work on');
  const intake = { accepted: true, condition: 'Sealed and intact', note: '' };
  if (!there) await call(`/api/lab/requests/${one.id}/intake`, { json: intake });
  return one.id;
}

function upload(call: Call, id: string, points: number): Promise<number> {
  return send(call, id, new Blob([traceAsCsv(syntheticTrace({ seed: 'bench', points }))]));
}

/** Uploads a file; returns the duration in milliseconds. */
async function send(call: Call, id: string, csv: Blob): Promise<number> {
  const body = new FormData();
  body.set('file', csv, 'trace.csv');
  const started = performance.now();
  await call(`/api/lab/requests/${id}/chromatogram`, { body });
  return performance.now() - started;
}

/** Measures how long small calls at a fixed rate wait, first without other work and then while files are read. */
async function waitsWhileReading(
  port: number,
  load: Load,
  call: Call,
  id: string,
): Promise<{ quiet: number; busy: number; uploads: number[] }> {
  const ask = { port, path: '/api/config', connections: 8, rate: RATE };
  await load({ ...ask, seconds: 1 });
  const quiet = await load({ ...ask, seconds: SECONDS });
  const uploads: number[] = [];
  const state = { isDone: false };
  const csv = new Blob([traceAsCsv(syntheticTrace({ seed: 'bench', points: MANY_POINTS }))]);
  const busy = load({ ...ask, seconds: 2 * SECONDS }).finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) uploads.push(await send(call, id, csv));
  return { quiet: quiet.p99, busy: (await busy).p99, uploads };
}

/**
 * The times between frames while the end of a peak moves, while the view changes, and for an empty canvas to compare.
 */
async function framesOf(origin: string, id: string): Promise<Finding[]> {
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${origin}/login?next=${encodeURIComponent(`/lab/requests/${id}`)}`);
    await page.getByLabel('Email').fill('analyst@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: /^Choose peak 1$/ }).click();
    const handle = page.getByRole('slider', { name: 'End of peak 1' });
    await handle.scrollIntoViewIfNeeded();
    const grip = await handle.boundingBox();
    const plot = await page.locator('.u-over').boundingBox();
    if (!grip || !plot) throw new Error('the plot is not on the screen');
    const middle = grip.y + grip.height / 2;

    await page.mouse.move(grip.x + 6, middle);
    await page.mouse.down();
    const dragged = await frames(page, (turn) =>
      page.mouse.move(grip.x + 6 - 30 * Math.sin(turn / 6), middle),
    );
    await page.mouse.up();

    await page.mouse.move(plot.x + plot.width / 2, middle);
    await page.keyboard.down('Control');
    const zoomed = await frames(page, (turn) => page.mouse.wheel(0, turn % 40 < 20 ? -20 : 20));
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await page.keyboard.down('Shift');
    const panned = await frames(page, (turn) => page.mouse.wheel(0, turn % 40 < 20 ? 12 : -12));
    await page.keyboard.up('Shift');

    const empty = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await empty.setContent('<canvas width="1100" height="360"></canvas>');
    await empty.evaluate(() => {
      const context = document.querySelector('canvas')?.getContext('2d');
      const paint = () => {
        context?.clearRect(0, 0, 1100, 360);
        requestAnimationFrame(paint);
      };
      paint();
    });
    const bare = await frames(empty, (turn) => empty.mouse.move(100 + 30 * Math.sin(turn / 6), 100));
    const finding = (what: string, times: number[], isOurs = true): Finding => ({
      what: `  ${what}: median and 95th percentile of ${times.length} frames`,
      measured: `${milliseconds(median(times))}, ${milliseconds(share(times, 0.95))}`,
      target: isOurs ? `median at most ${FRAME_MS} ms` : '',
      ...(isOurs && { met: median(times) <= FRAME_MS }),
    });
    return [
      finding('a limit dragged', dragged),
      finding('zoomed by the wheel', zoomed),
      finding('moved along by the wheel', panned),
      finding('an empty canvas, for comparison', bare, false),
    ];
  } finally {
    await browser.close();
  }
}

/** The milliseconds between the frames of a page while actions run. */
async function frames(page: Page, act: (turn: number) => Promise<void>): Promise<number[]> {
  const recorded = page.evaluate(
    (milliseconds) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let before = performance.now();
        const started = before;
        const frame = (now: number) => {
          times.push(now - before);
          before = now;
          if (now - started < milliseconds) requestAnimationFrame(frame);
          // The first time is left out, because it is not the time of a whole frame.
          else resolve(times.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    SECONDS * 1000,
  );
  const state = { isDone: false };
  void recorded.finally(() => {
    state.isDone = true;
  });
  for (let turn = 0; !state.isDone; turn += 1) await act(turn);
  return recorded;
}

function share(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
