import type { Plugin, Rolldown } from 'vite'
import { oftenOpened } from './chunk-groups.ts'

/**
 * Writes the files of the shell and of the most opened pages into `index.html`. `theme.js` has the browser ask for those
 * of its page while the first file, which names them too, is still coming.
 */
export const namesFirstFiles: Plugin = {
  name: 'names-first-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      if (bundle === undefined) return html
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = chunks.find(({ isEntry }) => isEntry)
      const known = new Set(first === undefined ? [] : withImports(first, bundle))
      const shell = filesOf('shell', bundle).filter((file) => !known.has(file))
      for (const file of shell) known.add(file)
      const own = Object.entries(oftenOpened).map(([path, page]) => [
        path,
        filesOf(page, bundle).filter((file) => !known.has(file)),
      ])
      const files = JSON.stringify({ shell, pages: Object.fromEntries(own) as Record<string, string[]> })
      return html.replace(
        'src="/app/theme.js"',
        `src="/app/theme.js" data-files="${files.replaceAll('"', '&quot;')}"`,
      )
    },
  },
}

/** Returns the files of the chunk that `pages/NAME.tsx` or `components/NAME.tsx` begins, itself among them. */
function filesOf(name: string, bundle: Rolldown.OutputBundle): string[] {
  const chunk = Object.values(bundle).find(
    (file) =>
      file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${name}.tsx`) === true && file.isDynamicEntry,
  )
  if (chunk?.type !== 'chunk') throw new Error(`nothing was built of ${name}.tsx`)
  return withImports(chunk, bundle)
}

function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set([chunk.fileName])
  for (const file of found) {
    const imported = bundle[file]
    if (imported?.type === 'chunk') for (const next of imported.imports) found.add(next)
  }
  return [...found]
}
