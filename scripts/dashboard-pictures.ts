// Writes every page of the dashboard as a picture, on desk and phone, light and dark, in both directions, and contact
// sheets of them: node scripts/dashboard-pictures.ts [FOLDER] [--only live,campaigns]. Starts a demo of its own.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
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
/** The API reference has the same look. */
const besides = ['/docs', '/docs/management']

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
})
const folder = path.resolve(
  positionals[0] ?? fileURLToPath(new URL('../data/dashboard-pictures', import.meta.url)),
)
const only = options.only.split(',').filter((word) => word !== '')

const routes = await readRoutes()
await rm(folder, { recursive: true, force: true })
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

for (const size of Object.keys(sizes) as Size[])
  for (const direction of directions) await take(size, direction)
for (const sheet of sheets.values()) await writeSheet(browser, folder, sheet)
console.log(`${taken} pictures and ${sheets.size} sheets are in ${folder}`)
for (const fault of new Set(faults)) console.log(`  ${fault}`)

/** Signs in, and fills the addresses of all pages with ids of the demo. */
async function preparePages() {
  const signedIn = await signIn(demo)
  const ids = await findRecords(signedIn.ask)
  const found = routes.flatMap((route) => {
    const address = addressOf(route, ids)
    if (address === null) console.log(`  ${route}: the demo has no such record`)
    return address === null ? [] : [{ name: nameOf(route), address: `${demo.url}/app${address}`, route }]
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
    if (fault !== null) faults.push(`${name}, ${size}, ${direction}: ${fault}`)
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
