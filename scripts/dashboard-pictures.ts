// Writes every page of the dashboard as a picture, on desk and phone, light and dark, in both directions, and contact
// sheets of them: node scripts/dashboard-pictures.ts [FOLDER] [--only live,campaigns]. With --docs, writes those of
// docs/pictures instead. Starts a demo of its own.
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addressOf, nameOf, readRoutes } from './pictures/dashboard-routes.ts'
import { findRecords, signIn, startDemoService } from './pictures/demo-service.ts'
import {
  directions,
  openPage,
  showPage,
  sizes,
  startChromium,
  takePicture,
  themes,
  writeSheet,
} from './pictures/take-pictures.ts'
import type { Sheet, Size } from './pictures/take-pictures.ts'

/** Pages for people who are not signed in. */
const openRoutes = new Set(['/sign-in', '/welcome', '/invited'])
/** Tabs that are parts of an address, by the route's name. */
const tabsOf: Record<string, readonly string[]> = {
  'project-analytics': ['chats'],
  'project-campaigns-one': ['calls', 'file', 'history', 'request'],
  'project-knowledge-one': ['pages', 'settings'],
}
/** The API reference has the same look. */
const besides = ['/docs', '/docs/management']

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, docs: { type: 'boolean', default: false } },
})
const folder = path.resolve(
  positionals[0] ?? fileURLToPath(new URL('../data/dashboard-pictures', import.meta.url)),
)
const only = options.only.split(',').filter((word) => word !== '')

/** Pictures of documents, by the route's name, and the most that they may take together. */
const documentPictures = {
  'project-live': 'live.png',
  'project-calls-one': 'call.png',
  'project-campaigns-one-edit': 'campaign-edit.png',
}
const documentBytesMax = 500_000

const routes = await readRoutes()
if (!options.docs) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
console.log(`${routes.length} routes; starting the demo and loading its history …`)
await using stack = new AsyncDisposableStack()
const demo = stack.use(await startDemoService())
const browser = await startChromium()
stack.defer(() => browser.close())
const { pages, cookie } = await preparePages()
const sheets = new Map<string, Sheet>()
const faults: string[] = []
let taken = 0

if (options.docs) await takeForDocuments()
else {
  for (const size of Object.keys(sizes) as Size[])
    for (const direction of directions) await take(size, direction)
  for (const sheet of sheets.values()) await writeSheet(browser, folder, sheet)
  console.log(`${taken} pictures and ${sheets.size} sheets are in ${folder}`)
}
for (const fault of new Set(faults)) console.log(`  ${fault}`)

/** Signs in, and fills the addresses of all pages with ids of the demo. */
async function preparePages() {
  const signedIn = await signIn(demo)
  const ids = await findRecords(signedIn.ask)
  const found = routes.flatMap((route) => {
    const address = addressOf(route, ids)
    if (address === null) console.log(`  ${route}: the demo has no such record`)
    if (address === null) return []
    const page = { name: nameOf(route), address: `${demo.url}/app${address}`, route }
    const tabs = (tabsOf[page.name] ?? []).map((tab) => ({
      name: `${page.name}-${tab}`,
      address: `${page.address}?tab=${tab}`,
      route,
    }))
    return [page, ...tabs]
  })
  const all = [
    ...found,
    ...besides.map((address) => ({
      name: address.slice(1).replaceAll('/', '-'),
      address: `${demo.url}${address}`,
      route: address,
    })),
  ]
  const chosen = all.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
  return { pages: chosen, cookie: signedIn.cookie }
}

async function take(size: Size, direction: (typeof directions)[number]): Promise<void> {
  const look = { url: demo.url, size, direction }
  const signedIn = await openPage(browser, { ...look, cookie })
  const signedOut = await openPage(browser, { ...look, cookie: null })
  for (const { name, address, route } of pages) {
    const page = openRoutes.has(route) ? signedOut : signedIn
    const fault = await showPage(page, address)
    // The page of all parts has a skeleton, which looks like loading.
    if (fault !== null && route !== '/parts') faults.push(`${name}, ${size}, ${direction}: ${fault}`)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const title = `${size}-${theme}-${direction}`
      const file = `${title}-${name}.png`
      await takePicture(page, path.join(folder, file), size)
      const sheet = sheets.get(title) ?? { title: `sheet-${title}`, size, pictures: [] }
      sheet.pictures.push({ file, name })
      sheets.set(title, sheet)
      taken += 1
    }
    console.log(`  ${size} ${direction} ${name}`)
  }
  await signedIn.context().close()
  await signedOut.context().close()
}

/** Takes the pictures of docs/pictures in a window that a reader of the page sees whole. */
async function takeForDocuments(): Promise<void> {
  const page = await openPage(browser, { url: demo.url, size: 'desk', direction: 'ltr', cookie })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  let bytes = 0
  for (const [name, file] of Object.entries(documentPictures)) {
    const address = pages.find((other) => other.name === name)?.address
    if (address === undefined) throw new Error(`there is no page ${name}`)
    await showPage(page, address)
    const place = fileURLToPath(new URL(`../docs/pictures/${file}`, import.meta.url))
    await page.screenshot({ path: place, animations: 'disabled' })
    bytes += (await stat(place)).size
    console.log(`  docs/pictures/${file}`)
  }
  await page.context().close()
  if (bytes > documentBytesMax)
    throw new Error(
      `the pictures of the documents have ${bytes} bytes, at most ${documentBytesMax} are taken`,
    )
}
