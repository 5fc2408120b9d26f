// Does the ten most frequent jobs on the demo as a person does them, at desk and phone, by what is seen and read aloud,
// and prints the steps and seconds of each beside what the design allows: node scripts/dashboard-jobs.ts [FOLDER]
// [--only 1,4] [--size desk]. Pictures of each step go into the folder. Ends with 1 if a job takes more steps or can't
// be done.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { jobs } from './jobs/ten-jobs.ts'
import type { Job, Place } from './jobs/ten-jobs.ts'
import { Walk } from './jobs/walk.ts'
import { findCampaigns, pageHeaders, signIn, startDemoService } from './pictures/demo-service.ts'
import { startChromium } from './pictures/take-pictures.ts'

const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const
type Size = keyof typeof sizes
/** The demo's own requests of a page are over then, so that none of them counts as a wait. */
const settledMs = 1_500

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, size: { type: 'string', default: 'desk,phone' } },
})
const folder = path.resolve(
  positionals[0] ?? fileURLToPath(new URL('../data/dashboard-jobs', import.meta.url)),
)
const only = options.only.split(',').filter((word) => word !== '')
const chosen = jobs.filter(({ number }) => only.length === 0 || only.includes(String(number)))

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
console.log('starting the demo and loading its history …')
await using stack = new AsyncDisposableStack()
const demo = stack.use(await startDemoService())
const browser = await startChromium()
stack.defer(() => browser.close())
const { cookie, ask } = await signIn(demo)
const { organization, project } = await findCampaigns(ask)
const below = `/organizations/${organization}/projects/${project}`
const place: Place = {
  ask,
  below,
  change: async (address, revision, body) => {
    const headers = { ...pageHeaders, cookie, 'if-match': `"${revision}"` }
    const url = `${demo.url}/api${below}${address}`
    const answer = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`)
  },
}

console.log('job | size | clicks and pastes, fields typed (allowed) | model s + waits s (allowed)')
let failed = 0
for (const job of chosen)
  for (const size of Object.keys(sizes) as Size[])
    if (options.size.split(',').includes(size))
      // oxlint-disable-next-line no-await-in-loop -- each job changes what the next one sees
      await report(job, size)
process.exitCode = failed > 0 ? 1 : 0

async function report(job: Job, size: Size): Promise<void> {
  const name = `${job.number}. ${job.what} | ${size}`
  try {
    const { steps, typed, personSeconds, answerMs } = await doJob(job, size)
    const seconds = personSeconds + answerMs / 1_000
    const isOver = steps > job.stepsMax
    if (isOver) failed++
    console.log(
      `${name} | ${steps} and ${typed} (${job.stepsMax})${isOver ? ' TOO MANY' : ''} | ` +
        `${personSeconds.toFixed(1)} + ${(answerMs / 1_000).toFixed(1)} = ${seconds.toFixed(1)} (${job.secondsMax})` +
        (seconds > job.secondsMax ? ' LONGER' : ''),
    )
  } catch (error) {
    failed++
    console.log(`${name} | NOT DONE: ${String(error).split('\n').slice(0, 3).join(' ')}`)
  }
}

async function doJob(job: Job, size: Size): Promise<Walk> {
  const isPhone = size === 'phone'
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(isPhone && { isMobile: true, hasTouch: true }),
  })
  await using windows = new AsyncDisposableStack()
  windows.defer(() => context.close())
  const [cookieName = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name: cookieName, value, url: demo.url, httpOnly: true, sameSite: 'Strict' }])
  const page = await context.newPage()
  const prepared = await job.prepare(place, isPhone)
  await page.goto(`${demo.url}/app/${organization}/${project}${prepared.path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(settledMs)
  const walk = new Walk(page, { isPhone, folder, name: `${String(job.number).padStart(2, '0')}-${size}` })
  try {
    await prepared.walk(walk)
  } finally {
    await page.screenshot({ path: path.join(folder, `${walk.name}-end.png`) })
  }
  return walk
}
