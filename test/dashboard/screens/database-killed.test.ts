// The database is killed while a form is open: nothing typed is lost, the page says what is, and saving works once it
// is back.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { findCampaigns, signIn, startDemoService } from '../../../scripts/pictures/demo-service.ts'
import type { DemoService } from '../../../scripts/pictures/demo-service.ts'
import { eventually } from '../../support/service.ts'
import { openWindow } from '../support/browser.ts'
import { ensureBuilt, launchChromium } from '../support/chromium.ts'
import { becomes } from '../support/wait.ts'

let demo: DemoService
let browser: Browser
let page: Page
let campaign: string
before(async () => {
  await ensureBuilt()
  demo = await startDemoService({ isEmpty: true, logLevel: 'silent' })
  const { cookie, ask } = await signIn(demo)
  const { organization, project, campaigns } = await findCampaigns(ask)
  const { _id } = campaigns.find(({ status }) => status === 'running') ?? campaigns[0]!
  campaign = `${demo.url}/app/${organization}/${project}/campaigns/${_id}`
  browser = await launchChromium()
  page = await (await openWindow(browser, demo.url, { cookie })).newPage()
})
after(async () => {
  await browser?.close()
  await demo?.[Symbol.asyncDispose]()
})

/** Kills the database with SIGKILL, again whenever the service has started it, until it is stopped. */
function keepKilled(): () => void {
  const cluster = path.join(demo.folder, 'postgres')
  const killed = new Set<number>()
  const timer = setInterval(() => {
    try {
      const pid = Number.parseInt(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10)
      // The file outlives its process, whose number another one may get.
      if (killed.has(pid) || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)) return
      killed.add(pid)
      process.kill(pid, 'SIGKILL')
    } catch {
      // It does not run at the moment.
    }
  }, 20)
  return () => clearInterval(timer)
}

test(
  'what is typed outlives a killed database, and is saved once it is back',
  // Which process is the database is looked up in /proc.
  { timeout: 600_000, skip: process.platform !== 'linux' },
  async () => {
    await page.goto(`${campaign}/edit`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const slots = page.getByRole('textbox', { name: 'Slots', exact: true })
    await slots.fill('7')
    const revive = keepKilled()
    await eventually('the database is gone', async () => {
      const ready = await fetch(`${demo.url}/readyz`).catch(() => null)
      return ready?.ok === true ? null : true
    })
    await name.fill('Typed while it was gone')
    const bar = page.getByRole('region', { name: 'What is not saved' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await bar.getByText('The service can not reach its database.').waitFor()
    await bar.getByText('Nothing that you typed is lost.').waitFor()
    await becomes('the name', () => name.inputValue(), 'Typed while it was gone')
    await becomes('the slots', () => slots.inputValue(), '7')
    for (const role of ['dialog', 'alertdialog'] as const)
      assert.equal(await page.getByRole(role).count(), 0, 'nobody is asked to sign in again')
    revive()
    await eventually('the database is back', async () => {
      const ready = await fetch(`${demo.url}/readyz`).catch(() => null)
      return ready?.ok === true ? true : null
    })
    // The check that failed is made again by itself.
    await bar.getByText('The service can not reach its database.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Typed while it was gone is saved.').waitFor()
    await page.goto(`${campaign}/edit`)
    await becomes('the name', () => name.inputValue(), 'Typed while it was gone')
    await becomes('the slots', () => slots.inputValue(), '7')
  },
)
