// The whole grid of the dashboard: node test/dashboard/grid/run.ts [--only live,campaigns] [--state full,empty,…].
// Looks at every page of the route table in every state: on a desk in both themes and directions with axe, on a phone
// in both directions for its width, its targets and its texts. Exit status 1 if anything was found. Starts demos of its
// own.
import { parseArgs } from 'node:util'
import { addressOf, nameOf, readRoutes } from '../../../scripts/pictures/dashboard-routes.ts'
import { findRecords, signIn, startDemoService } from '../../../scripts/pictures/demo-service.ts'
import { ensureBuilt, launchChromium } from '../support/chromium.ts'
import { inviteViewer, stateNames, states } from './states.ts'
import type { Site, StateName } from './states.ts'
import { walk } from './walk.ts'
import type { GridPage } from './walk.ts'

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, state: { type: 'string', default: '' } },
})
const only = options.only.split(',').filter((word) => word !== '')
const asked = options.state.split(',').filter((word) => word !== '')
for (const word of asked)
  if (!stateNames.includes(word as StateName))
    throw new Error(`--state: ${word} is none of ${stateNames.join(', ')}`)

await ensureBuilt()
const routes = await readRoutes()
const began = performance.now()
const faults: string[] = []
let looks = 0
await using stack = new AsyncDisposableStack()
const browser = await launchChromium()
stack.defer(() => browser.close())

for (const isEmpty of [false, true]) {
  const chosen = stateNames.filter(
    (name) => (asked.length === 0 || asked.includes(name)) && (name === 'empty') === isEmpty,
  )
  if (chosen.length === 0) continue
  console.log(`starting the demo${isEmpty ? ' without history' : ' and loading its history'} …`)
  await using demo = await startDemoService({ isEmpty })
  const { cookie, ask } = await signIn(demo)
  const ids = await findRecords(ask)
  const pages = routes.flatMap((route): GridPage[] => {
    const address = addressOf(route, ids)
    const name = nameOf(route)
    if (address === null && !isEmpty) faults.push(`${name}: the demo has no record for this page`)
    const isChosen = only.length === 0 || only.some((word) => name.includes(word))
    return address === null || !isChosen ? [] : [{ name, address: `${demo.url}/app${address}` }]
  })
  const viewer = await inviteViewer(demo.url, ids.organization, cookie)
  const site: Site = { browser, url: demo.url, owner: cookie, viewer }
  for (const name of chosen) {
    const found = await walk(site, pages, name, states[name])
    looks += found.looks
    faults.push(...found.faults)
    console.log(`  ${name}: ${found.looks} looks, ${found.faults.length} faults`)
    for (const fault of found.faults) console.log(`    ${fault.replaceAll('\n', '\n      ')}`)
  }
}

const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(`${looks} looks at ${routes.length} routes in ${minutes} min, ${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
