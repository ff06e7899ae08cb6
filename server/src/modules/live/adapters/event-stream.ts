import type { LiveHello, LiveNews } from '@vialproof/contract/events';

/** A connection on which one browser gets news, as bytes. */
export type EventStream = {
  body: ReadableStream<Uint8Array>;
  hello(hello: LiveHello, id: string): void;
  changed(news: LiveNews, id: string): void;
  beat(): void;
  /** Ends the connection. The browser connects again. */
  end(): void;
};

/** A browser that has more unread bytes is disconnected. */
const MOST_WAITING_BYTES = 64_000;

/** Opens a connection for news. `onOver` is called once, when it ends. */
export function openEventStream(onOver: () => void): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started;
      },
      cancel: () => {
        controller = undefined;
        onOver();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
  );

  function end(): void {
    const line = controller;
    if (!line) return;
    controller = undefined;
    line.close();
    onOver();
  }

  function write(text: string): void {
    controller?.enqueue(encoder.encode(text));
    if (controller && (controller.desiredSize ?? 0) < 0) end();
  }

  const event = (name: string, data: object, id: string) =>
    write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

  return {
    body,
    hello: (hello, id) => event('hello', hello, id),
    changed: (news, id) => event('changed', news, id),
    beat: () => write(': here\n\n'),
    end,
  };
}
