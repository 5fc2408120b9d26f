// The API reference in a real browser: its policy allows what it does, and it fills ids in.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startService } from '../../support/service.ts'
import type { Service } from '../../support/service.ts'
import { openWindow } from '../support/browser.ts'
import type { OpenOptions } from '../support/browser.ts'
import { joinChromium } from '../support/chromium.ts'
import { becomes } from '../support/wait.ts'

let service: Service
let browser: Browser
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  browser = await joinChromium()
})
after(async () => {
  await browser.close()
  await service[Symbol.asyncDispose]()
})

async function open(address: string, options: OpenOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const page = await (await openWindow(browser, service.url, { ...options, cookie: null })).newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url)) faults.push(request.url())
  })
  await page.goto(service.url + address)
  return { page, faults }
}

describe('the API reference', () => {
  it('fills in the ids of its address, and brings them to the other document and back to the dashboard', async () => {
    const { page, faults } = await open('/docs?organization_id=o1&project_id=p1')
    const request = page.locator('#listCampaigns pre').first()
    const filled = new RegExp(`"${service.url}/organizations/o1/projects/p1/campaigns"`)
    await becomes('the request', () => request.innerText(), filled)
    await becomes('the way back', () => page.locator('.brand').getAttribute('href'), '/app/o1/p1')
    await page.getByRole('link', { name: 'Management API' }).click()
    await page.getByRole('heading', { level: 1, name: 'Switchboard management API' }).waitFor()
    // The script shows the fields once it has filled them.
    await page.getByLabel('Organization').waitFor()
    await becomes('the organization', () => page.getByLabel('Organization').inputValue(), 'o1')
    await page.getByLabel('Project').fill('p2')
    await page.waitForURL(/\?organization_id=o1&project_id=p2$/)
    assert.doesNotMatch(await page.locator('#signIn pre').innerText(), /Authorization/)
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('filters its contents, and says when nothing is left', async () => {
    const { page, faults } = await open('/docs')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByLabel('Filter').fill('place call')
    await becomes('others', () => contents.getByRole('link', { name: 'List campaigns' }).count(), 0)
    await becomes('found', () => contents.getByRole('link', { name: 'Place a call at once' }).count(), 1)
    await contents.getByLabel('Filter').fill('nothing like this')
    await contents.getByText('No operation has these words.').waitFor()
    assert.deepEqual(faults, [])
    await page.context().close()
  })

  it('fits on a phone', async () => {
    for (const address of ['/docs', '/docs/management']) {
      const { page } = await open(address, { size: 'phone' })
      await becomes(address, () => page.evaluate<number>('document.documentElement.scrollWidth'), 360)
      await page.context().close()
    }
  })
})
