import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

interface Bounds {
  /** About how many files share a process; fewer do with one that takes long. */
  togetherUsually: number
  /** Ends one file that hangs. */
  timeoutMs: number
}

/**
 * Joins test files, so that several run in one process, one after the other: loading the service takes most of the
 * processor time of a short one. Each is a suite of its own, so its hooks are for its own tests.
 *
 * @param files paths from the current directory.
 * @param name the start of the path that the joining files get.
 * @param secondsOf returns how long a file takes, so that the processes take about equally long.
 * @returns the absolute paths of the files that run them, the longest first.
 */
export function joinFiles(
  files: readonly string[],
  name: string,
  { togetherUsually, timeoutMs }: Bounds,
  secondsOf: (file: string) => number,
): string[] {
  return spread(files, Math.ceil(files.length / togetherUsually), secondsOf).map((group, index) => {
    const suites = group.map((file) => {
      const url = pathToFileURL(path.resolve(file)).href
      return `describe(${JSON.stringify(file)}, { timeout: ${timeoutMs} }, () => import(${JSON.stringify(url)}))\n`
    })
    const joined = `${name}-${index + 1}.test.mjs`
    writeFileSync(joined, `import { describe } from 'node:test'\n${suites.join('')}`)
    return joined
  })
}

/**
 * Puts each file, the longest first, where the least is to do. A quarter of the groups get half as much as the others:
 * they begin last, and then no core waits long for the end of one. Returns the groups, the longest first.
 */
function spread(files: readonly string[], count: number, secondsOf: (file: string) => number): string[][] {
  const groups = Array.from({ length: count }, (_, index) => ({
    files: [] as string[],
    seconds: 0,
    share: index < Math.floor(count / 4) ? 0.5 : 1,
  }))
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = groups.reduce((one, other) =>
      other.seconds / other.share < one.seconds / one.share ? other : one,
    )
    least.files.push(file)
    least.seconds += secondsOf(file)
  }
  return groups.sort((one, other) => other.seconds - one.seconds).map((group) => group.files)
}
