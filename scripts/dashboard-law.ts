import path from 'node:path'

/** Which folders of `dashboard/src` each folder may import. Files that lie in none of them may import all. */
const dashboardLaw: Record<string, readonly string[]> = {
  ui: [],
  api: [],
  format: [],
  messages: ['ui'],
  hooks: ['api', 'format', 'messages'],
  components: ['api', 'format', 'hooks', 'messages', 'ui'],
  forms: ['api', 'components', 'format', 'hooks', 'messages', 'ui'],
  pages: ['api', 'components', 'format', 'forms', 'hooks', 'messages', 'ui'],
}

/** Packages that only some folders may import. */
const packageFolders: readonly [name: RegExp, folders: readonly string[]][] = [
  [/^react-router/, ['hooks', 'components', 'forms', 'pages']],
  [/^@tanstack\/react-query$/, ['api', 'hooks', 'components', 'forms', 'pages']],
  [/^react-hook-form$/, ['hooks', 'components', 'forms', 'pages']],
  [/^react-aria-components/, ['ui']],
]

/** The addresses are plain functions, which everything but `ui` and `api` may use. */
const addresses = 'path-builder.ts'

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g
const networkPattern = /\b(?:fetch|EventSource|XMLHttpRequest|WebSocket|sendBeacon)\s*\(/
const inlineStylePattern = /\sstyle=\{/
const formPattern = /<form[\s>]/
/** `[\w-]*` before: `border-left`, `scroll-margin-right`. Values: `text-align: left`, `float: right`. */
const physicalPattern =
  /(?:^|[\s;{])((?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?)\s*:|:\s*(left|right)\s*(?:;|$)|(?:^|[\s;{])(margin|padding|inset):\s*\S+ \S+ \S+ \S+;/

/** Returns what is wrong with a file of the dashboard. `file` is its path below `dashboard/src`. */
export function dashboardFaults(file: string, text: string): string[] {
  return file.endsWith('.css') ? cssFaults(text) : codeFaults(file, text)
}

function codeFaults(file: string, text: string): string[] {
  const faults: string[] = []
  const folder = folderOf(file)
  const code = withoutComments(text)
  for (const [, target = ''] of code.matchAll(importPattern)) {
    const fault = target.startsWith('.') ? pathFault(file, target) : packageFault(folder, target)
    if (fault !== null) faults.push(fault)
  }
  if (folder !== 'api' && networkPattern.test(code)) faults.push('only api may ask the server')
  if (file !== 'ui/form.tsx' && formPattern.test(code))
    faults.push('a form that may be submitted twice; write <Form>')
  if (inlineStylePattern.test(code)) faults.push('an inline style; write a class')
  return faults
}

function pathFault(file: string, target: string): string | null {
  const folder = folderOf(file)
  const found = path.posix.join(path.posix.dirname(file), target)
  const to = folderOf(found)
  if (folder === null || folder === to) return null
  if (found === addresses) return folder === 'ui' || folder === 'api' ? `${folder} knows no addresses` : null
  if (to === null) return `${folder} may not import ${found}`
  return dashboardLaw[folder]?.includes(to) ? null : `${folder} may not import ${to} (${target})`
}

function packageFault(folder: string | null, name: string): string | null {
  if (folder === null) return null
  const [, folders] = packageFolders.find(([pattern]) => pattern.test(name)) ?? []
  return folders === undefined || folders.includes(folder) ? null : `${folder} may not import ${name}`
}

function cssFaults(text: string): string[] {
  return withoutComments(text)
    .split('\n')
    .filter((line) => physicalPattern.test(line))
    .map((line) => `physical: ${line.trim()}; write the logical property`)
}

function folderOf(file: string): string | null {
  const [top = '', ...rest] = file.split('/')
  return rest.length > 0 && top in dashboardLaw ? top : null
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}
