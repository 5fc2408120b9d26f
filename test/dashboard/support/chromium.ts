// The Chromium of the tests and the dashboard that it looks at. The run of the tests starts both, so nothing of the
// service is imported here: loading it would take a second before the first test.
import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { Browser, BrowserServer, LaunchOptions } from 'playwright-core'
import { findChromium } from '../../../src/providers/web/engines/find-chromium.ts'
import { chromiumFolder } from '../../support/chromium-folder.ts'
import { waitMsMax } from './wait.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** A build takes some seconds of an idle processor. */
const buildMsMax = 300_000
const buildPollMs = 20

/** The variable that passes the address of the run's Chromium to the test files, which are in other processes. */
export const browserVariable = 'SWITCHBOARD_TEST_BROWSER'

/** Connects to the Chromium of the test run, whose `close` then closes its own windows; starts one outside of a run. */
export async function joinChromium(): Promise<Browser> {
  const address = process.env[browserVariable]
  return address === undefined ? launchChromium() : chromium.connect(address, { timeout: waitMsMax })
}

/** Starts the Chromium of a test run. Starting one for each file takes as long as some of them. */
export async function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' })
}

/** Starts the Chromium of the project. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await launchOptions())
}

/** Leaves out the package's `--single-process`, with which closing a page ends the browser. */
async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await findChromium(chromiumFolder)
  const args = ['--headless=new', '--disable-dev-shm-usage', '--font-render-hinting=none']
  return { executablePath, args, chromiumSandbox: false, timeout: waitMsMax }
}

/** Builds the dashboard unless what is built is newer than its sources. One process builds, the others wait. */
export async function ensureBuilt(): Promise<void> {
  const built = path.join(root, 'dashboard/dist/index.html')
  const lock = path.join(root, 'node_modules/.cache/dashboard-build')
  // The page is there before the last of its files is, so a build that goes on is waited for.
  const isFresh = (): boolean =>
    !existsSync(lock) && existsSync(built) && statSync(built).mtimeMs >= newestSource()
  if (isFresh()) return
  await mkdir(path.dirname(lock), { recursive: true })
  // A build that was killed leaves its lock.
  if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > buildMsMax)
    await rm(lock, { recursive: true, force: true })
  const isOurs = await mkdir(lock).then(
    () => true,
    () => false,
  )
  if (!isOurs) {
    for (const deadline = performance.now() + buildMsMax; !isFresh(); await delay(buildPollMs))
      if (performance.now() > deadline) throw new Error('another process does not end building the dashboard')
    return
  }
  try {
    await promisify(execFile)(process.execPath, [path.join(root, 'dashboard/build.js')], { cwd: root })
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

function newestSource(): number {
  const files = globSync(['src/**/*', 'public/*', 'index.html', 'vite.config.ts'], {
    cwd: path.join(root, 'dashboard'),
  })
  return Math.max(...files.map((file) => statSync(path.join(root, 'dashboard', file)).mtimeMs))
}
