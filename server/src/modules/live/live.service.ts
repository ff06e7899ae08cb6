import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LiveContext } from './live.context.ts';
import { checkStreams } from './use-cases/check-streams.ts';
import { openStream } from './use-cases/open-stream.ts';
import {
  publishGroupHints,
  publishOrderHints,
  publishShowcaseHints,
  publishWorkHints,
} from './use-cases/publish-hints.ts';

export { channelOf } from './live.rules.ts';
export type LiveFeed = ReturnType<typeof createLiveFeed>;

/** Streams of hints to browsers. A hint says what to read again; it reveals nothing but that something which they follow has changed. */
export function createLiveFeed(platform: Platform, modules: Omit<LiveContext, 'platform' | 'streams'>) {
  const ctx: LiveContext = { platform, ...modules, streams: new Map() };
  const { notifications } = platform;
  // A browser that was signed out elsewhere gets nothing more.
  notifications.subscribe('session', {
    received: (id) => void checkStreams(ctx, (viewer) => viewer?.sessionId === id),
    connected: () => void checkStreams(ctx, (viewer) => viewer !== null),
  });
  notifications.subscribe('person', {
    received: (id) => void checkStreams(ctx, (viewer) => viewer?.id === id),
  });
  return {
    ...bindContext(ctx, {
      open: openStream,
      beat: checkStreams,
      publishOrderHints,
      publishWorkHints,
      publishGroupHints,
      publishShowcaseHints,
    }),
    /** How many streams this process serves. */
    count: () => ctx.streams.size,
  };
}
