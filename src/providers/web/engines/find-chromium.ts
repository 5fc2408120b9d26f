import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { UnsafeFolder, ensurePrivateFolder, shellWord } from '../../../base/private-folder.ts'

/** Where systems keep it. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The package takes some 5 s to unpack itself. */
const unpackMsMax = 120_000

/**
 * Returns the Chromium to render pages with: the system's, which gets its security updates; else one that Playwright has
 * installed; else the one that comes by npm, for Linux, unpacked into the folder.
 *
 * @param folder of ours alone; made where it does not exist.
 * @throws {UnsafeFolder} where somebody else may have put there what would be run.
 */
export async function findChromium(folder: string): Promise<string> {
  const usual = usualPlaces.find((place) => existsSync(place))
  if (usual !== undefined) return usual
  // Only here, since it takes some 20 MB.
  const { chromium } = await import('playwright-core')
  const installed = chromium.executablePath()
  return existsSync(installed) ? installed : unpackChromium(folder)
}

/**
 * Returns the npm package's Chromium, unpacked into a folder of its own for each version. A file that lies there already is
 * run only if nobody but this user can have written it.
 */
export async function unpackChromium(folder: string): Promise<string> {
  const entry = import.meta.resolve('@sparticuz/chromium')
  const manifest = await readFile(new URL('../package.json', entry), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const self = process.getuid?.() ?? 0
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  await ensurePrivateFolder(folder, [self], `run rm -r ${shellWord(folder)}`)
  const unpacked = path.join(folder, version)
  if (!existsSync(unpacked)) await unpackTo(unpacked, entry)
  const program = path.join(unpacked, 'chromium')
  for (const place of [unpacked, program]) {
    const { uid, mode } = await lstat(place)
    if (uid !== self || (mode & 0o022) !== 0)
      throw new UnsafeFolder(`${place} may have been written by another user: run rm -r ${shellWord(folder)}`)
  }
  return program
}

/** By a process of its own, because the package unpacks into the folder for temporary files and nowhere else. */
async function unpackTo(unpacked: string, entry: string): Promise<void> {
  // Moved to its place when it is whole; another process may do the same meanwhile.
  const making = await mkdtemp(`${unpacked}.new-`)
  const program = `import(${JSON.stringify(fileURLToPath(entry))}).then((it) => it.default.executablePath())`
  try {
    const env = { PATH: process.env['PATH'] ?? '', TMPDIR: making }
    await promisify(execFile)(process.execPath, ['-e', program], { env, timeout: unpackMsMax })
    await rename(making, unpacked).catch((error: unknown) => {
      if (!existsSync(unpacked)) throw error
    })
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}
