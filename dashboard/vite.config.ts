import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Its polyfill would add an inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
  // `npm run dashboard` serves the sources and asks a running service for everything else.
  server: { proxy: { '/api': process.env['SWITCHBOARD_URL'] ?? 'http://127.0.0.1:8080' } },
})
