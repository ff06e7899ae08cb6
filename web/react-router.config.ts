import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The server builds into a draft beside the pages in use (server/src/platform/http/pages-build.ts).
  buildDirectory: process.env.PAGES_BUILD_DIRECTORY ?? 'build',
  // The whole route table is small; lazy discovery would cost a request for each new visible link.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'handler.js',
} satisfies Config;
