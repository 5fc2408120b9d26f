import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { oftenOpened } from './chunk-groups.ts'

const source = path.join(import.meta.dirname, 'src')
/** Each has a folder with its texts. */
const languages = readdirSync(path.join(source, 'messages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The files of the shell and of the most opened pages, each with their code and, by language, their texts. */
interface FirstFiles {
  shell: string[]
  pages: Record<string, string[]>
  texts: Record<string, { shell: string[]; pages: Record<string, string[]> }>
}

/**
 * Writes the files of the shell and of the most opened pages into `index.html`. `theme.js` has the browser ask for
 * those of its page and language while the first file, which names them too, is still coming.
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
      const texts = languages.map((language) => [language, textsOf(language, bundle)])
      const files: FirstFiles = {
        shell,
        pages: Object.fromEntries(own) as FirstFiles['pages'],
        texts: Object.fromEntries(texts) as FirstFiles['texts'],
      }
      return html.replace(
        'src="/app/theme.js"',
        `src="/app/theme.js" data-files="${JSON.stringify(files).replaceAll('"', '&quot;')}"`,
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

/**
 * Returns the files with the texts of the shell and of the most opened pages, those that every page has among the
 * shell's.
 */
function textsOf(language: string, bundle: Rolldown.OutputBundle): FirstFiles['texts'][string] {
  const modules = readFileSync(path.join(source, `messages/${language}.ts`), 'utf8')
  const fileOf = (area: string) => {
    const [, name] = new RegExp(`^  ${area}: .*import\\('\\./([\\w/.-]+)'\\)`, 'm').exec(modules) ?? []
    const facade = name === undefined ? null : path.join(source, 'messages', name)
    const chunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.facadeModuleId === facade,
    )
    if (facade === null || chunk === undefined)
      throw new Error(`nothing was built of the ${language} texts of ${area}`)
    return chunk.fileName
  }
  const shell = ['base', ...areasOf('components/shell')]
  const pages = Object.entries(oftenOpened).map(([address, page]) => [
    address,
    areasOf(`pages/${page}`).map(fileOf),
  ])
  return { shell: shell.map(fileOf), pages: Object.fromEntries(pages) as Record<string, string[]> }
}

/** Returns the areas of texts that the route of a page names. */
function areasOf(page: string): string[] {
  const routes = readFileSync(path.join(source, 'routes.tsx'), 'utf8')
  const [, areas] =
    new RegExp(
      `page\\(\\s*\\[([^\\]]*)\\],\\s*async \\(\\) => \\(await import\\('\\./${page}\\.tsx'\\)`,
    ).exec(routes) ?? []
  if (areas === undefined) throw new Error(`routes.tsx names no areas of ${page}`)
  return [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area)
}

function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set([chunk.fileName])
  for (const file of found) {
    const imported = bundle[file]
    if (imported?.type === 'chunk') for (const next of imported.imports) found.add(next)
  }
  return [...found]
}
