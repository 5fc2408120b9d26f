import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** So many test files share a process at most. */
export const filesTogetherMax = 8

/**
 * Joins test files, so that several run in one process, one after the other: loading the service takes most of the
 * processor time of a short one. Each is a suite of its own, so its hooks are for its own tests.
 *
 * @param files paths from the current directory.
 * @param name the start of the path that the joining files get.
 * @param timeoutMs ends one file that hangs.
 * @returns the absolute paths of files that each run up to `filesTogetherMax` of the given ones.
 */
export function joinFiles(files: readonly string[], name: string, timeoutMs: number): string[] {
  const count = Math.ceil(files.length / filesTogetherMax)
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((part) => Math.round((part * files.length) / count))
    const suites = files.slice(from, to).map((file) => {
      const url = pathToFileURL(path.resolve(file)).href
      return `describe(${JSON.stringify(file)}, { timeout: ${timeoutMs} }, () => import(${JSON.stringify(url)}))\n`
    })
    const joined = `${name}-${index + 1}.test.mjs`
    writeFileSync(joined, `import { describe } from 'node:test'\n${suites.join('')}`)
    return joined
  })
}
