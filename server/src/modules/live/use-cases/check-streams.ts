import type { Viewer } from '../../../platform/access.ts';
import type { EventStream } from '../adapters/event-stream.ts';
import type { LiveContext, OpenStream } from '../live.service.ts';

/** Keeps streams open, and ends those whose session is over; all of them, or those of some readers only. */
export async function checkStreams(
  ctx: LiveContext,
  isMeant: (viewer: Viewer | null) => boolean = () => true,
): Promise<void> {
  const meant = [...ctx.streams].filter(([, { viewer }]) => isMeant(viewer));
  await Promise.all(meant.map(([stream, opened]) => checkStream(stream, opened)));
}

/** The same for one stream. */
export async function checkStream(stream: EventStream, { mayRead }: OpenStream): Promise<void> {
  // While the database is away nobody knows, and the stream stays: no hint goes out without a look at the session before it.
  const may = await mayRead().catch(() => undefined);
  if (may) stream.beat();
  else if (may === false) stream.end();
}

/** How many streams this process serves. */
export const countStreams = ({ streams }: LiveContext): number => streams.size;
