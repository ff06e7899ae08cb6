import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The server builds into a new folder beside the pages in use (server/src/platform/http/pages-build.ts).
  buildDirectory: process.env.PAGES_BUILD_DIRECTORY ?? 'build',
  // The list of all routes is small. Loading it in parts would cost a request for each new link.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'handler.js',
} satisfies Config;
