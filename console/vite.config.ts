import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds a running service. */
const SERVICE = process.env.HEADROOM_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  // From its sources, so that the console can be built beside the client.
  resolve: { alias: { '@headroom/client': join(import.meta.dirname, '../client/src/index.ts') } },
  // The service replaces this by a fresh value in every answer, see src/console/console-page.ts.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined fonts and images would need `data:` in the policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      onLog: (level, log, print) => {
        // Of every file of the component library; it is for frameworks that render on the server.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log);
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '^/(?!console)': SERVICE },
  },
});
