import type { Viewer } from '../../../platform/access.ts';
import type { EventStream } from '../adapters/event-stream.ts';
import type { LiveContext, OpenStream } from '../live.service.ts';

/** Keeps connections for news open, and ends those whose session has ended. */
export async function checkStreams(
  ctx: LiveContext,
  isMeant: (viewer: Viewer | null) => boolean = () => true,
): Promise<void> {
  const meant = [...ctx.streams].filter(([, { viewer }]) => isMeant(viewer));
  await Promise.all(meant.map(([stream, opened]) => checkStream(stream, opened)));
}

export async function checkStream(stream: EventStream, { mayRead }: OpenStream): Promise<void> {
  // Without the database the connection stays, because each message checks the session anyway.
  const may = await mayRead().catch(() => undefined);
  if (may) stream.beat();
  else if (may === false) stream.end();
}

/** The number of connections for news in this process. */
export const countStreams = ({ streams }: LiveContext): number => streams.size;
