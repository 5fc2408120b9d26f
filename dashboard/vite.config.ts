import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroup } from './chunk-groups.ts'
import { namesFirstFiles } from './first-files.ts'

/** What some pages share comes in one file with what nearly the same pages share, until it has as many bytes. */
const sharedBytes = 7_000
/** Texts are loaded by themselves, in one language. */
const isCode = (id: string) => !/\/src\/messages\/\w+\//.test(id)

const isLibrary = (id: string) => id.includes('/node_modules/')
const shared = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: sharedBytes }

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), namesFirstFiles],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Its polyfill would add an inline script.
    modulePreload: { polyfill: false },
    // All of it is 13 KB; one file comes sooner than the dozens of a page.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // A browser has six requests under way at a time, so few files come sooner than the same code in many.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: chunkGroup, debugName: 'entrance and inside', test: isCode, priority: 1 },
            // A part of ours that shares a file with a library would bring it along.
            { name: 'libraries', test: isLibrary, ...shared },
            { name: 'shared', test: isCode, ...shared },
          ],
        },
        // What is loaded by itself, such as a page, alone has its plain name; what pages share can't take it away.
        chunkFileNames: ({ isDynamicEntry, facadeModuleId, name }) => {
          const [, language] = /\/messages\/(\w+)\/[\w-]+\.tsx?$/.exec(facadeModuleId ?? '') ?? []
          if (language !== undefined) return `assets/texts-${language}-[name]-[hash].js`
          // It is named by all pages that share it.
          if (/^(?:shared|libraries)~/.test(name)) return 'assets/part-[hash].js'
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
