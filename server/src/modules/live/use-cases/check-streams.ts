import type { Viewer } from '../../../platform/access.ts';
import type { EventStream } from '../adapters/event-stream.ts';
import type { LiveContext, OpenStream } from '../live.service.ts';

/** Keeps streams open, and ends streams whose session is no longer valid: all streams, or those of some readers. */
export async function checkStreams(
  ctx: LiveContext,
  isMeant: (viewer: Viewer | null) => boolean = () => true,
): Promise<void> {
  const meant = [...ctx.streams].filter(([, { viewer }]) => isMeant(viewer));
  await Promise.all(meant.map(([stream, opened]) => checkStream(stream, opened)));
}

export async function checkStream(stream: EventStream, { mayRead }: OpenStream): Promise<void> {
  // With the database away the session's state is unknown: the stream stays, since each hint follows a session check.
  const may = await mayRead().catch(() => undefined);
  if (may) stream.beat();
  else if (may === false) stream.end();
}

/** The number of streams of this process. */
export const countStreams = ({ streams }: LiveContext): number => streams.size;
