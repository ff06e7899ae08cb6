import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { leanRouter } from './lean-router.ts';
import { quickReact } from './quick-react.ts';

// Two chunks for what every page needs, and nothing else. Left alone the bundler makes a dozen small ones, 4 kB larger when compressed.
const framework =
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\/(?!.*([iI]nfiniteQuery(Observer)?|[mM]utationObserver|useMutation)\.js)/;
const house =
  /web\/app\/(lib\/(api|client|config|dates|hydrate|money|nonce|packed-numbers|page-meta|problem|query-client|session|transport)\.|features\/site\/(footer|header|hamburger|links|shell|watch|wordmark)\.|ui\/(button|error-page|figures|icon|not-found|section|spinner|states|status-badge|toast|toaster)\.tsx?$)/;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), leanRouter(), quickReact()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 2 },
                { name: 'house', test: house, priority: 1 },
              ],
            },
          },
        },
      },
    },
    // The server imports this one file; the whole page renderer is behind it, React included: outside the bundle React
    // would choose its slow development build whenever the server runs without NODE_ENV=production.
    ssr: {
      build: { rolldownOptions: { input: './app/handler.ts' } },
      ...(command === 'build'
        ? { define: { 'process.env.NODE_ENV': '"production"' }, resolve: { noExternal: true } }
        : {}),
    },
  },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
  // Fonts are preloaded by address: one inlined into the style sheet would be fetched twice.
  build: { target: 'es2024', assetsInlineLimit: 0 },
}));
