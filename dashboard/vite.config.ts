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
    rollupOptions: {
      output: {
        // What is loaded by itself, such as a page, alone has its plain name; what pages share can't take it away.
        chunkFileNames: ({ isDynamicEntry, facadeModuleId }) => {
          const [, language] = /\/messages\/(\w+)\/[\w-]+\.tsx?$/.exec(facadeModuleId ?? '') ?? []
          if (language !== undefined) return `assets/texts-${language}-[name]-[hash].js`
          return `assets/${isDynamicEntry ? '' : 'part-'}[name]-[hash].js`
        },
      },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
  // `npm run dashboard` serves the sources and asks a running service for everything else.
  server: { proxy: { '/api': process.env['SWITCHBOARD_URL'] ?? 'http://127.0.0.1:8080' } },
})
