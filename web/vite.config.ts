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
            // Code that most pages use is in one file: separate files would cost 10 kB of answer headers. The form
            // library stays with the forms, so that readers do not wait for its 12 kB.
            codeSplitting: {
              groups: [{ name: 'shared', minShareCount: 22, test: /^(?!.*react-hook-form)/ }],
            },
          },
        },
      },
    },
    // The server imports this one file, with the whole page renderer and React in it: outside the bundle React would
    // choose its slow development build when the server runs without NODE_ENV=production.
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
