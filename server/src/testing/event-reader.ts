import type { Person, TestApp } from './test-app.ts';

export type StreamEvent = { event: string; data: Record<string, unknown>; id: string };

/** Reads a stream of server-sent events. `next` waits for one event, and is undefined after the end. */
export async function eventReader(
  app: TestApp,
  person: Pick<Person, 'token'> | null,
  { query = '', since }: { query?: string; since?: string | undefined } = {},
) {
  const answer = await app.raw(`/api/events${query}`, {
    ...(person ? { token: person.token } : {}),
    headers: since ? { 'last-event-id': since } : {},
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream answered ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = field('data');
        if (data) return { event: field('event') ?? '', data: JSON.parse(data), id: field('id') ?? '' };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  }

  return { next, close: () => reader.cancel(), headers: answer.headers };
}
