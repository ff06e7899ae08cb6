import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The frame of the public pages is one file with all that it needs, and other code that most pages use is
            // one file, because more files cost 10 kB of headers. The code for forms stays apart, so that readers do
            // not wait for its 12 kB, and so does the laboratory's.
            codeSplitting: {
              groups: [
                {
                  name: 'frame',
                  priority: 1,
                  test: /\/app\/(?:features\/site|ui\/(?:section|side-panel|error-page|not-found)|lib\/(?:next|hydrate))/,
                },
                { name: 'shared', minShareCount: 22, test: /^(?!.*(?:react-hook-form|\/app\/lab\/))/ },
              ],
            },
          },
        },
      },
    },
    // The server imports this one file with React in it. An own copy of React would use its slow development build if
    // NODE_ENV is not set.
    ssr: {
      build: { rolldownOptions: { input: './app/handler.ts' } },
      ...(command === 'build'
        ? { define: { 'process.env.NODE_ENV': '"production"' }, resolve: { noExternal: true } }
        : {}),
    },
  },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
  // Fonts are loaded early by their address. A font inside the style sheet would be loaded twice.
  build: { target: 'es2024', assetsInlineLimit: 0 },
}));
