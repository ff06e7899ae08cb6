import type { LiveHello, LiveNews } from '@vialproof/contract/events';
import { readSession } from './session';
import { apiFetch } from './transport';

/** What the page wants to hear about, besides the user's own data. */
export interface Topics {
  /** Ids of groups. */
  group?: string[];
  /** Whether the list of groups is wanted. */
  groups?: boolean;
}

/** Called with each event. Null means that events may be missing, so the page must read everything again. */
type Tell = (news: LiveNews | null) => void;

const connectMs = 10_000;
/** The server sends something every 20 s. A connection without any data for this long is broken. */
const silenceMs = 50_000;
/** The longest pause between two attempts to connect. After each failed attempt, the page reads everything again. */
const longestWaitMs = 15_000;

function addressOf({ group, groups }: Topics): string {
  const query = new URLSearchParams({
    ...(group?.length ? { group: group.join(',') } : {}),
    ...(groups ? { groups: 'true' } : {}),
  });
  return `/api/events${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * Reads one connection to its end. `hear` gets the id of each event, so that the next connection continues after it.
 */
async function readStream(
  address: string,
  since: string | undefined,
  signal: AbortSignal,
  hear: (event: string, data: string, id: string) => void,
): Promise<void> {
  const line = new AbortController();
  const cut = () => line.abort();
  signal.addEventListener('abort', cut);
  let watch = setTimeout(cut, connectMs);
  try {
    const response = await apiFetch(address, {
      signal: line.signal,
      headers: { accept: 'text/event-stream', ...(since ? { 'last-event-id': since } : {}) },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return;
    let text = '';
    for (;;) {
      clearTimeout(watch);
      watch = setTimeout(cut, silenceMs);
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) =>
          block
            .split('\n')
            .find((row) => row.startsWith(`${name}: `))
            ?.slice(name.length + 2) ?? '';
        if (field('event')) hear(field('event'), field('data'), field('id'));
      }
    }
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', cut);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Keeps a connection open until `signal` aborts. After each failure the page reads everything again. */
async function keepLine(address: string, signal: AbortSignal, tell: Tell): Promise<void> {
  let since: string | undefined;
  for (let failures = 0; !signal.aborted; ) {
    try {
      await readStream(address, since, signal, (event, data, id) => {
        failures = 0;
        since = id || since;
        if (event === 'changed') tell(JSON.parse(data) as LiveNews);
        else if (event === 'hello' && !(JSON.parse(data) as LiveHello).resumed) tell(null);
      });
    } catch {
      failures += 1;
    }
    if (signal.aborted) return;
    if (failures > 0) tell(null);
    // A random pause, so that not all browsers connect again at the same moment.
    await pause(Math.min(500 * 2 ** failures, longestWaitMs) * (0.5 + Math.random()), signal);
  }
}

/**
 * Tells a page about changes on the server. One tab has the connection and tells the others, because a browser allows
 * few connections. Returns a function that stops it.
 */
export function followLive(topics: Topics, tell: Tell): () => void {
  const address = addressOf(topics);
  const name = `vialproof.live ${readSession()?.user.id ?? ''} ${address}`;
  const stop = new AbortController();
  if (!('locks' in navigator)) {
    // Without https the browser has no locks, so this tab opens its own connection.
    void keepLine(address, stop.signal, tell);
    return () => stop.abort();
  }
  const tabs = new BroadcastChannel(name);
  tabs.onmessage = ({ data }: MessageEvent<LiveNews | null>) => tell(data);
  let holds = false;
  navigator.locks
    .request(name, { signal: stop.signal }, () => {
      holds = true;
      return keepLine(address, stop.signal, (news) => {
        tell(news);
        if (!stop.signal.aborted) tabs.postMessage(news);
      });
    })
    // The page stopped before it was this tab's turn.
    .catch(() => undefined);
  // The data may have changed between the page's first read and this moment.
  void pause(200, stop.signal).then(() => {
    if (!holds && !stop.signal.aborted) tell(null);
  });
  return () => {
    stop.abort();
    tabs.close();
  };
}
