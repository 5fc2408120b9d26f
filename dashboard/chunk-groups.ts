import path from 'node:path'
import type { Rolldown } from 'vite'

type ModuleInfoOf = (id: string) => Rolldown.ModuleInfo | null

/** The pages that are opened most, by the first part of their path below a project; `` is the home page. */
export const oftenOpened = {
  '': 'home',
  live: 'live',
  campaigns: 'campaigns',
  conversations: 'conversations',
  calls: 'call',
}

const source = path.join(import.meta.dirname, 'src')
/** Pages without forms need these too. By themselves, else they bring the forms' 14 KB along. */
const formless = /\/src\/(?:hooks\/fault-at|api\/configured|components\/effects)\.tsx?$/
/** What texts need: beside other code, every page would load that. */
const textParts = /\/src\/messages\/plural\.ts$/
/** What that many of the pages need comes with the shell, since nearly every reader needs it within the day. */
const commonShare = 0.5

/** Returns a module and all that it imports at once. */
function withImports(id: string, getModuleInfo: ModuleInfoOf, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of getModuleInfo(id)?.importedIds ?? []) withImports(imported, getModuleInfo, found)
  return found
}

let groupOf: ((id: string) => string | null) | null = null

function findGroups(getModuleInfo: ModuleInfoOf): (id: string) => string | null {
  const needs = (file: string) => withImports(path.join(source, file), getModuleInfo)
  const pages = getModuleInfo(path.join(source, 'routes.tsx'))?.dynamicallyImportedIds ?? []
  const entrance = needs('pages/sign-in.tsx')
  const shell = needs('components/shell.tsx')
  const needed = pages
    .filter((id) => id.includes('/pages/') && !id.endsWith('/parts.tsx'))
    .map((id) => withImports(id, getModuleInfo))
  const isEntry = (id: string) => pages.includes(id)
  const often = Object.values(oftenOpened).map((page) => [page, needs(`pages/${page}.tsx`)] as const)
  const share = (id: string) => needed.filter((modules) => modules.has(id)).length / needed.length
  return (id) => {
    if (isEntry(id)) return null
    if (formless.test(id)) return 'small'
    if (textParts.test(id)) return 'entrance'
    if (entrance.has(id)) return shell.has(id) ? 'entrance' : 'alone'
    if (shell.has(id) || share(id) >= commonShare) return 'inside'
    const who = often.filter(([, modules]) => modules.has(id))
    return who.length > 1 ? 'often' : who.length === 1 ? `of-${who[0][0]}` : null
  }
}

/**
 * Returns the file of a module that many pages need: `alone` has what sign-in needs, `entrance` what it shares with the
 * pages inside, `inside` what the shell and most pages need, `often` what the pages share that are opened most, and
 * `of-…` what one of those shares with others. A browser has six requests under way at a time, so a page of 20 small
 * files waits four times for an answer.
 */
export function chunkGroup(id: string, context: Rolldown.ChunkingContext): string | null {
  groupOf ??= findGroups((other) => context.getModuleInfo(other))
  return groupOf(id)
}
