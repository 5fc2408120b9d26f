import { mkdirSync, writeFileSync } from 'node:fs'
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

/** Puts each file, the longest first, where the least is to do. Returns the groups, the longest first. */
function spread(files: readonly string[], count: number, secondsOf: (file: string) => number): string[][] {
  const groups = Array.from({ length: count }, () => ({
    files: [] as string[],
    seconds: 0,
  }))
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = groups.reduce((one, other) => (other.seconds < one.seconds ? other : one))
    least.files.push(file)
    least.seconds += secondsOf(file)
  }
  return groups.sort((one, other) => other.seconds - one.seconds).map((group) => group.files)
}

/**
 * Returns the absolute paths of files for as many processes. Each takes the longest test file that is left, runs it and
 * takes the next one, until none is left, so that none is waited for alone at the end. A process takes a test file by
 * making its folder, which succeeds for one process only. Run a second time, the files therefore run nothing.
 *
 * @param files as for `joinFiles`; also `name` and `secondsOf`.
 */
export function queueFiles(
  files: readonly string[],
  name: string,
  { processes, timeoutMs }: { processes: number; timeoutMs: number },
  secondsOf: (file: string) => number,
): string[] {
  const taken = `${name}-taken`
  mkdirSync(taken)
  const queue = files
    .toSorted((one, other) => secondsOf(other) - secondsOf(one))
    .map((file, index) => ({
      file,
      url: pathToFileURL(path.resolve(file)).href,
      folder: path.join(taken, `${index}`),
    }))
  return Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
    const queued = `${name}-${index + 1}.test.mjs`
    writeFileSync(queued, queueText(JSON.stringify(queue), timeoutMs))
    return queued
  })
}

/** Returns a module that runs test files of the queue. A suite is over once its `after` has run. */
function queueText(queue: string, timeoutMs: number): string {
  return `import { mkdirSync } from 'node:fs'
import { after, describe } from 'node:test'

function take(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

for (const { file, url, folder } of ${queue})
  if (take(folder))
    await new Promise((resolve) =>
      describe(file, { timeout: ${timeoutMs} }, async () => {
        after(resolve)
        await import(url)
      }),
    )
`
}
