import type { Viewer } from '../../../platform/access.ts';
import type { EventStream } from '../adapters/event-stream.ts';
import type { LiveContext, OpenStream } from '../live.service.ts';

/** Keeps streams open, and ends those whose session has ended. */
export async function checkStreams(
  ctx: LiveContext,
  isMeant: (viewer: Viewer | null) => boolean = () => true,
): Promise<void> {
  const meant = [...ctx.streams].filter(([, { viewer }]) => isMeant(viewer));
  await Promise.all(meant.map(([stream, opened]) => checkStream(stream, opened)));
}

export async function checkStream(stream: EventStream, { mayRead }: OpenStream): Promise<void> {
  // While the database is away, the stream stays, because each hint checks the session.
  const may = await mayRead().catch(() => undefined);
  if (may) stream.beat();
  else if (may === false) stream.end();
}

/** The number of streams of this process. */
export const countStreams = ({ streams }: LiveContext): number => streams.size;
