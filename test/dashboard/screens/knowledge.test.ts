// The knowledge base, as people use it: tried first, added, asked, followed, removed.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import { samplePdf } from '../../support/sample-files.ts'
import { eventually } from '../../support/service.ts'
import { htmlPage, startSite } from '../../support/site.ts'
import type { Site } from '../../support/site.ts'
import { assertAccessible, startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { lookAtEach } from '../support/looks.ts'
import { becomes, waitForRest, waitMsMax } from '../support/wait.ts'

suite('the knowledge base', () => {
  let site: Site
  let dashboard: Dashboard
  const ids: Record<string, string> = {}

  before(async () => {
    site = await startSite({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /internal\n',
      },
      '/': htmlPage('Harbor Bikes', ['/returns', '/internal/warranty', '/archive/2019']),
      '/returns': htmlPage('Returns', [], { text: 'You can return a bicycle within thirty days.' }),
      '/archive/2019': htmlPage('Old'),
      '/helmets': htmlPage('Helmets', [], { text: 'Helmets are checked one by one.' }),
    })
    dashboard = await startDashboard({}, { crawlPrivateHosts: [site.host], previewMs: waitMsMax })
    dashboard.service.startWorker()
  })
  after(async () => {
    await dashboard[Symbol.asyncDispose]()
    await site[Symbol.asyncDispose]()
  })

  const readSources = async () => {
    const { organizationId, projectId } = dashboard.service
    const path = `/api/organizations/${organizationId}/projects/${projectId}/sources`
    const { body } = await (await dashboard.session('owner')).request('GET', path)
    return (body.data as { items: { _id: string; name: string; sync_status: string; source_type: string }[] })
      .items
  }

  const crawlsEnd = () =>
    eventually('no crawl is open', async () => {
      const open = await dashboard.service.context.db.query(sql`select from crawls where finished_at is null`)
      return open.length === 0 ? true : null
    })

  test('begins empty, and says what comes next', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge'))
    await page.getByText('The knowledge base of this project is empty.').waitFor()
    await dashboard.leave(page)
  })

  test('a domain is tried first: each URL with its rule, by the patterns as they are typed', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge'))
    await page.getByRole('link', { name: 'Add a domain…' }).click()
    await page.getByLabel('Domain', { exact: true }).fill('10.0.0.1')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText(/is an address or a name of a private network/).waitFor()
    await page.getByLabel('Domain', { exact: true }).fill(site.origin)
    await page.getByLabel('Never URLs that match').fill('/archive/**')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText(/A crawl takes/).waitFor()
    const table = page.getByRole('table', { name: 'What a crawl would do' })
    await table.getByRole('row', { name: /pattern.*archive/ }).waitFor()
    await table.getByRole('row', { name: /robots\.txt.*internal\/warranty/ }).waitFor()
    assert.equal((await readSources()).length, 0)
    await assertAccessible(page, 'a preview')
    await page.getByRole('button', { name: 'Add and crawl' }).click()
    await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor()
    await page.getByRole('table', { name: 'Sources' }).getByText('in the index').waitFor()
    ids['domain'] = (await readSources())[0]!._id
    await dashboard.leave(page)
  })

  test('job 10: does the assistant know the answer? Two steps and typing', async () => {
    const page = await dashboard.open(dashboard.at())
    await page.getByRole('link', { name: 'Knowledge' }).click()
    await page.getByLabel('Question').fill('How long can I return a bicycle?')
    await page.keyboard.press('Enter')
    await page.getByText('The assistant would say').waitFor()
    await page.getByRole('blockquote').getByText('You can return a bicycle within thirty days.').waitFor()
    const passages = page.getByRole('table', { name: 'From' })
    await passages.getByRole('link', { name: `${site.origin}/returns` }).waitFor()
    await assertAccessible(page, 'an answer')
    await page.getByLabel('Question').fill('warranty')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('The assistant finds nothing').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: '/internal/warranty' })
      .getByText('robots.txt', { exact: true })
      .waitFor()
    await page.waitForURL(/q=warranty/)
    await dashboard.leave(page)
  })

  test('files are added by pick and by drop, each with its own fault', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge'))
    await page.getByRole('button', { name: 'Add files…' }).click()
    await page.getByLabel('Files to add').setInputFiles([
      { name: 'guide.pdf', mimeType: 'application/pdf', buffer: samplePdf(['Oil the chain each month']) },
      { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') },
      {
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('The shop closes at noon on Saturdays.'),
      },
    ])
    const list = page.getByRole('list', { name: 'Files' })
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await row('photo.png').getByText('is not a supported file', { exact: false }).waitFor()
    await row('guide.pdf').getByText('added').waitFor()
    await row('notes.txt').getByText('1 passage').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await drop(page, 'list.md', '# Prices\n\nA puncture costs nine euros.')
    await row('list.md').getByText('added').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    const sources = await readSources()
    assert.deepEqual(
      new Set(sources.filter(({ source_type }) => source_type === 'files').map(({ name }) => name)),
      new Set(['guide.pdf', 'notes.txt', 'list.md']),
    )
    await dashboard.leave(page)
  })

  test('an answer is that of the knowledge base now: after a file is added, and when it is asked again', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge?q=tandem'))
    await page.getByText('The assistant finds nothing').waitFor()
    await page.getByRole('button', { name: 'Add files…' }).click()
    await page.getByLabel('Files to add').setInputFiles({
      name: 'tandems.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('A tandem costs forty euros a day.'),
    })
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('blockquote').getByText('A tandem costs forty euros a day.').waitFor()
    const asked = page.waitForRequest((request) => request.url().includes('/sources/ask?'))
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await asked
    // The field has the question of the address.
    const question = page.getByLabel('Question')
    await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
    await becomes('the question', () => question.inputValue(), '')
    await page.goBack()
    await becomes('the question', () => question.inputValue(), 'tandem')
    // What is typed before the address has the question stays.
    await question.fill('helmet')
    await page.evaluate(`{
      const field = document.activeElement
      field.form.requestSubmit()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'helmets')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }`)
    await page.waitForURL(/q=helmet$/)
    await waitForRest(page)
    assert.equal(await question.inputValue(), 'helmets')
    await dashboard.leave(page)
  })

  test('files that wait are not dropped without a question', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge'))
    const held = Promise.withResolvers<void>()
    await page.route('**/sources/files?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add files…' }).click()
    await page.getByLabel('Files to add').setInputFiles(
      ['first.txt', 'second.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`The text of ${name}.`),
      })),
    )
    const done = page.getByRole('button', { name: 'Done' })
    await becomes('why', () => done.getAttribute('aria-description'), 'Files are still being added.')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Stop adding files?' })
    await question.getByText('Files that wait are not added.').waitFor()
    await assertAccessible(page, 'the question')
    await question.getByRole('button', { name: 'Go on' }).click()
    held.resolve()
    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await becomes('both are added', () => files.filter({ hasText: 'added' }).count(), 2)
    await done.click()
    await done.waitFor({ state: 'detached' })
    await dashboard.leave(page)
  })

  test('a single page is added on a phone, by keyboard, and refused with the reason', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge'), { size: 'phone' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add a page…' }).click()
    await page.getByLabel('Address').fill(`${site.origin}/internal/warranty`)
    await page.keyboard.press('Enter')
    await page.getByText('robots.txt forbids it').waitFor()
    await page.getByLabel('Address').fill(`${site.origin}/helmets`)
    await page.keyboard.press('Enter')
    await page.getByText('Helmets: 1 passage.').waitFor()
    await dashboard.leave(page)
  })

  test('a single page is read again once its address is known', async () => {
    const { _id } = (await readSources()).find(({ source_type }) => source_type === 'urls')!
    const page = await dashboard.open(dashboard.at('/'))
    const held = Promise.withResolvers<void>()
    await page.route('**/sources/*/pages?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${dashboard.service.url}/app${dashboard.at(`/knowledge/${_id}`)}`)
    const again = page.getByRole('button', { name: 'Read again' })
    await becomes('why', () => again.getAttribute('aria-description'), 'Its address is not known yet.')
    held.resolve()
    await becomes('no reason', () => again.getAttribute('aria-description'), null)
    const sent = page.waitForRequest((request) => request.url().endsWith('/sources/urls'))
    await again.click()
    assert.deepEqual((await sent).postDataJSON(), { url: `${site.origin}/helmets` })
    await page.getByText('Helmets was read again.').waitFor()
    await dashboard.leave(page)
  })

  test('a source shows its URLs with their rule, its text, and its settings', async () => {
    const page = await dashboard.open(dashboard.at(`/knowledge/${ids['domain']}`))
    const urls = page.getByRole('table', { name: 'URLs of the last crawl' })
    await urls.getByRole('row', { name: /internal\/warranty.*robots\.txt/ }).waitFor()
    await urls.getByText(`found on ${site.origin}/`).first().waitFor()
    await page.getByLabel('Rule').selectOption({ label: 'pattern' })
    await urls.getByRole('row', { name: /warranty/ }).waitFor({ state: 'detached' })
    await urls.getByRole('row', { name: /archive/ }).waitFor()
    await becomes('the head and one URL', () => urls.getByRole('row').count(), 2)
    await page.getByRole('link', { name: 'Pages', exact: true }).click()
    await page.getByRole('link', { name: 'Returns' }).click()
    await page.getByText('You can return a bicycle within thirty days.').waitFor()
    await page.goBack()
    const tabs = page.getByRole('navigation', { name: 'Of this source' })
    await tabs.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByText('/archive/**').waitFor()
    await page.getByRole('link', { name: 'Change…' }).click()
    await page.getByLabel('Pages at most').fill('10')
    await becomes(
      'the domain',
      () => page.getByLabel('Domain', { exact: true }).inputValue(),
      `${site.origin}/`,
    )
    // Somebody else changes another setting, then the same one.
    const { db } = dashboard.service.context
    await db.write(sql`update sources set frequency_days = 7, max_pages = 20 where _id = ${ids['domain']}`)
    await page.getByRole('button', { name: 'Save and crawl' }).click()
    const conflict = page.getByRole('alertdialog')
    await conflict.getByRole('group', { name: 'Pages at most' }).waitFor()
    await becomes('the fields in question', () => conflict.getByRole('group').count(), 1)
    await conflict.getByRole('button').last().click()
    await conflict.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save and crawl' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    const [kept] = await db.query<{ frequency_days: number; max_pages: number }>(sql`
      select frequency_days, max_pages from sources where _id = ${ids['domain']}`)
    assert.deepEqual(kept, { frequency_days: 7, max_pages: 10 })
    // The button that a key presses must not change meanwhile.
    await crawlsEnd()
    await waitForRest(page)
    const requested = page.waitForResponse((answer) => answer.url().endsWith('/crawl'))
    await page.getByRole('button', { name: 'Crawl now' }).press('Enter')
    assert.equal((await requested).ok(), true)
    await page.getByText('will be crawled').first().waitFor()
    await eventually('it is crawled', async () =>
      (await readSources()).find(({ _id }) => _id === ids['domain'])?.sync_status === 'success' ? true : null,
    )
    await page.getByRole('button', { name: 'Crawl now' }).waitFor()
    await becomes(
      'what has the focus',
      () => page.evaluate<string>('document.activeElement.id'),
      `crawl-${ids['domain']}`,
    )
    await dashboard.leave(page)
  })

  test('a change keeps where crawls start, also where the last crawl has no URLs', async () => {
    const { db } = dashboard.service.context
    await db.write(sql`
      delete from crawl_urls where crawl_id = (select crawl_id from sources where _id = ${ids['domain']})`)
    const page = await dashboard.open(dashboard.at(`/knowledge/${ids['domain']}/edit`))
    await page.getByLabel('Pages at most').fill('11')
    await page.getByRole('button', { name: 'Save and crawl' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    const [kept] = await db.query<object>(sql`
      select start_url, max_pages from sources where _id = ${ids['domain']}`)
    assert.deepEqual(kept, { start_url: `${site.origin}/`, max_pages: 11 })
    await dashboard.leave(page)
  })

  test('a domain is not lost while it is saved, and what is typed meanwhile stays', async () => {
    const address = dashboard.at(`/knowledge/${ids['domain']}/edit`)
    await crawlsEnd()
    const page = await dashboard.open(address)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/sources\/domains$/, async (route) => {
      await released
      await route.continue()
    })
    const pages = page.getByLabel('Pages at most')
    await pages.fill('12')
    await page.getByRole('button', { name: 'Save and crawl' }).click()
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByText('Changes are still being saved.', { exact: false }).waitFor()
    await question.getByRole('button', { name: 'Stay' }).click()
    await pages.fill('13')
    release()
    await page.getByText('will be crawled', { exact: false }).first().waitFor()
    await waitForRest(page)
    assert.equal(new URL(page.url()).pathname, `/app${address}`)
    assert.equal(await pages.inputValue(), '13')
    await dashboard.leave(page)
  })

  test('whoever loses the role while they type can leave', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge/new-domain'))
    await page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor()
    await page.getByLabel('Domain', { exact: true }).fill(site.origin)
    await page.route(/\/api\/organizations\?/, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { items: { role: string }[] } }
      for (const item of json.data.items) item.role = 'viewer'
      await route.fulfill({ response, json })
    })
    const { context, organizationId } = dashboard.service
    context.hints.publish({ topic: 'config', organization_id: organizationId, project_id: null, ids: null })
    await page.getByText('This needs the role editor.').first().waitFor()
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/live$/)
    await dashboard.leave(page)
  })

  test('what saving is refused for is gone once it is mended', async () => {
    const page = await dashboard.open(dashboard.at('/knowledge/new-domain'))
    await page.getByLabel('Domain', { exact: true }).fill(site.origin)
    const pattern = page.getByLabel('Never URLs that match')
    await pattern.fill('/(/')
    await page.getByRole('button', { name: 'Add without trying' }).click()
    await becomes('a fault', () => pattern.getAttribute('aria-invalid'), 'true')
    await pattern.fill('/archive/**')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText(/A crawl takes/).waitFor()
    await becomes('no fault', () => pattern.getAttribute('aria-invalid'), null)
    await dashboard.leave(page)
  })

  test('what failed says the reason and what to do; what waits, for what and since when', async () => {
    const { context, organizationId } = dashboard.service
    await crawlsEnd()
    await context.db.write(sql`
      update sources set sync_status = 'failed', sync_error = 'robots.txt answers 503' where _id = ${ids['domain']}`)
    const page = await dashboard.open(dashboard.at('/knowledge?state=failed'))
    await page.getByText('The reason: robots.txt answers 503').waitFor()
    await page.getByText('The owner of the site can allow SwitchboardBot').waitFor()
    await context.db.write(sql`update organizations set plan_links = 0 where _id = ${organizationId}`)
    await page.reload()
    const crawl = page.getByRole('button', { name: /Crawl .* now/ })
    await crawl.waitFor()
    await becomes(
      'why nothing is crawled',
      () => crawl.getAttribute('aria-description'),
      'All links of the plan are used.',
    )
    await context.db.write(sql`update organizations set plan_links = 1000 where _id = ${organizationId}`)
    await dashboard.leave(page)
  })

  test('every state is for screen readers in both themes, phones, and other languages', () =>
    lookAtEach(
      dashboard,
      Object.fromEntries(
        [
          '/knowledge',
          '/knowledge/new-domain',
          `/knowledge/${ids['domain']}`,
          `/knowledge/${ids['domain']}?tab=pages`,
          `/knowledge/${ids['domain']}?tab=settings`,
        ].map((screen) => [screen, dashboard.at(screen)]),
      ),
    ))

  test('a viewer sees everything and changes nothing; a source is removed by people who may', async () => {
    const viewer = await dashboard.open(dashboard.at('/knowledge'), { role: 'viewer' })
    const add = viewer.getByRole('button', { name: 'Add files…' })
    await becomes(
      'why nothing is added',
      () => add.getAttribute('aria-description'),
      'This needs the role editor.',
    )
    await dashboard.leave(viewer)
    const page = await dashboard.open(dashboard.at(`/knowledge/${ids['domain']}`))
    // A crawl stores pages while the question is open.
    let count = 12
    await page.route(new RegExp(`/sources/${ids['domain']}$`), async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const json = (await response.json()) as { data: { page_count: number } | null }
      // Null once the source is removed.
      if (json.data !== null) json.data.page_count = count
      return route.fulfill({ response, json })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Remove…' }).click()
    const typed = page.getByLabel('Number of pages')
    await typed.fill('3')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await page.getByText('Type 12 to remove them.').waitFor()
    await becomes('what is typed', () => typed.inputValue(), '')
    count = 14
    const isRead = page.waitForResponse(
      async (answer) =>
        answer.url().endsWith(`/sources/${ids['domain']}`) && (await answer.json()).data.page_count === 14,
    )
    await isRead
    await waitForRest(page)
    await typed.fill('12')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor()
    assert.ok(!(await readSources()).some(({ _id }) => _id === ids['domain']))
    await dashboard.leave(page)
  })
})

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const file = [JSON.stringify([text]), JSON.stringify(name)].join(', ')
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(${file}, { type: 'text/markdown' }))
    return transfer
  })()`)
  const area = page.getByRole('group', { name: 'Drop files here, or' })
  await area.dispatchEvent('dragover', { dataTransfer: data })
  await area.dispatchEvent('drop', { dataTransfer: data })
}
