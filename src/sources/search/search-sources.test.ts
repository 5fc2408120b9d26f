import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { operator } from '../../../test/support/source-author.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import { addSource } from '../add-source.ts'
import { readHtml } from '../index/read-document.ts'
import { storePage } from '../index/store-page.ts'
import { searchSources } from './search-sources.ts'

const now = new Date('2026-05-01T08:00:00Z')
let database: TestDatabase
const organizationId = uuidv7()
const [projectId, otherProjectId] = [uuidv7(), uuidv7()]

const pages: Record<string, WrittenPage> = {
  password: {
    title: 'Your account',
    main: `<h1>Your account</h1><p>All about your account.</p>
      <h2 id="reset">Reset your password</h2><p>Open the settings, choose Security, and reset the password there.</p>
      <h2>Change your name</h2><p>Names are changed under Profile.</p>`,
  },
  refunds: {
    title: 'Refunds',
    main: `<h1>Refunds</h1><p>A refund is paid within 14 days to the card that was charged. Support can help.</p>`,
  },
  support: {
    title: 'Contact support',
    main: `<h1>Contact support</h1><p>Write to support, or call, about an order or your account.</p>`,
  },
  code: {
    title: 'Configuration',
    main: `<h1>Configuration</h1><p>Edit config.yaml on iOS/Android:</p>
      <pre>&lt;script&gt;alert("pwned &amp; owned")&lt;/script&gt; timeout: 30</pre>`,
  },
  lieferung: {
    title: 'Lieferung',
    language: 'de',
    main: `<h1>Lieferung</h1><p>Die Bestellungen werden innerhalb von drei Tagen geliefert. Über das Café an der Ecke.</p>`,
  },
  settei: { title: '設定', language: 'ja', main: '<p>設定を開くには、ボタンを押してください。</p>' },
}

before(async () => {
  database = await createTestDatabase()
  const { db } = database
  await db.query(sql`
    insert into organizations (_id, name, plan_status, created_at, updated_at)
    values (${organizationId}, 'O', 'active', ${now}, ${now})`)
  await addProject(pages, projectId)
  const { refunds } = pages
  assert.ok(refunds)
  await addProject({ refunds }, otherProjectId)
})
after(() => database[Symbol.asyncDispose]())

interface WrittenPage {
  title: string
  main: string
  language?: string
}

/** Creates a project with these pages, given by name. */
async function addProject(written: Record<string, WrittenPage>, project = uuidv7()): Promise<string> {
  const { db } = database
  await db.query(sql`
    insert into projects (organization_id, _id, name, status, language, timezone, created_at, updated_at)
    values (${organizationId}, ${project}, ${`P ${project}`}, 'active', 'en', 'UTC', ${now}, ${now})`)
  const sourceId = uuidv7()
  await db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, domain, created_by, created_at, updated_at)
    values (${organizationId}, ${project}, ${sourceId}, 'Help', 'domains', 'help.example', '{"kind": "operator"}', ${now},
      ${now})`)
  for (const [name, { title, main, language = 'en' }] of Object.entries(written)) {
    const url = `https://help.example/${name}`
    const html = `<html lang="${language}"><title>${title}</title><main>${main}</main></html>`
    const document = readHtml(html, url, 'en')
    assert.ok(document)
    const page = { organizationId, projectId: project, sourceId, url, document, byteSize: html.length }
    const more = { etag: null, lastModified: null, crawlId: null, pagesMax: 1_000 }
    assert.equal((await db.transaction((t) => storePage(t, { ...page, ...more }, now))).kind, 'indexed')
  }
  return project
}

function search(
  question: string,
  { limit = 5, project = projectId }: { limit?: number; project?: string } = {},
) {
  return searchSources(database.db, { organizationId, projectId: project, question, limit })
}

/** Returns the page of the best passage. */
async function best(question: string): Promise<string | null> {
  const [first] = await search(question)
  return first?.page_url?.split('/').at(-1) ?? null
}

describe('searchSources', () => {
  it('finds the page that answers a natural question', async () => {
    for (const [question, page] of [
      ['How do I reset my password?', 'password'],
      ['I forgot my password, what should I do?', 'password'],
      ['How long does it take until a refund is on my card?', 'refunds'],
      ['Whom can I contact about an order?', 'support'],
      ['Wann werden Bestellungen geliefert?', 'lieferung'],
      ['android configuration', 'code'],
      ['the file config', 'code'],
      ['timeout', 'code'],
      ['設定', 'settei'],
    ] as const)
      assert.equal(await best(question), page, question)
  })

  it('finds what a whole sentence asks for in a language without spaces between words', async () => {
    const notices = Array.from({ length: 6 }, (_, index) => ({
      ja: {
        title: `案内${index}`,
        language: 'ja',
        main: `<p>このサービスの概要${index}のお知らせです。</p>`,
      },
      zh: { title: `公告${index}`, language: 'zh', main: `<p>请问如何联系我们的第${index}个办公室。</p>` },
    }))
    const project = await addProject({
      ...Object.fromEntries(notices.map(({ ja }, index) => [`ja${index}`, ja])),
      ...Object.fromEntries(notices.map(({ zh }, index) => [`zh${index}`, zh])),
      kaiyaku: { title: '退会', language: 'ja', main: '<p>解約の手続きは、マイページから行えます。</p>' },
      neko: { title: 'ペット', language: 'ja', main: '<p>大きな猫が住んでいます。</p>' },
      huiyuan: { title: '会员', language: 'zh', main: '<p>会员订阅可以在账户设置里停止。</p>' },
      rahat: { title: 'บัญชี', language: 'th', main: '<p>ตั้งรหัสผ่านใหม่ได้ในหน้าบัญชี</p>' },
      wichi: { title: 'ติดต่อ', language: 'th', main: '<p>วิธีการติดต่อบริษัท วิธีการชำระเงิน</p>' },
    })
    for (const [question, page] of [
      ['このサービスの解約方法を教えてください', 'kaiyaku'],
      ['请问如何取消我的会员订阅', 'huiyuan'],
      ['วิธีการเปลี่ยนรหัสผ่าน', 'rahat'],
      ['猫', 'neko'],
    ] as const) {
      const found = await search(question, { project, limit: 3 })
      assert.ok(
        found.some(({ page_url }) => page_url?.endsWith(`/${page}`)),
        question,
      )
    }
  })

  it('finds words of Korean whatever their particles are', async () => {
    const project = await addProject({
      password: { title: '계정', language: 'ko', main: '<p>비밀번호를 재설정하려면 설정을 여세요.</p>' },
      refund: { title: '결제', language: 'ko', main: '<p>환불은 14일 이내에 카드로 처리됩니다.</p>' },
    })
    for (const [question, page] of [
      ['비밀번호', 'password'],
      ['비밀번호가 틀려요', 'password'],
      ['설정', 'password'],
      ['환불을 받으려면', 'refund'],
    ] as const) {
      const found = await search(question, { project })
      assert.deepEqual(
        found.map(({ page_url }) => page_url?.split('/').at(-1)),
        [page],
        question,
      )
    }
  })

  it('returns a passage with its page, heading and anchor', async () => {
    const [passage] = await search('reset password')
    assert.ok(passage)
    const { score, source_id, ...rest } = passage
    assert.ok(score > 0 && score <= 1)
    assert.match(source_id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      page_url: 'https://help.example/password',
      source_name: 'Help',
      title: 'Your account',
      heading: 'Your account › Reset your password',
      anchor: 'reset',
      text: 'Open the settings, choose Security, and reset the password there.',
      highlight: 'Open the settings, choose Security, and <mark>reset</mark> the <mark>password</mark> there',
    })
  })

  it('finds words that are misspelled or lack their accents', async () => {
    for (const [question, page] of [
      ['pasword', 'password'],
      ['apssword', 'password'],
      ['oassword', 'password'],
      ['passwordd', 'password'],
      ['paswrod', 'password'],
      ['sttings', 'password'],
      ['refnud', 'refunds'],
      ['How do I resett my passwrod?', 'password'],
      ['bestelungen', 'lieferung'],
      ['cafe', 'lieferung'],
    ] as const)
      assert.equal(await best(question), page, question)
  })

  it('replaces a misspelled word by one that a page has, not by one of a page that is gone', async () => {
    const project = await addProject({})
    for (const word of ['refond', 'refund']) {
      const html = `<html lang="en"><title>FAQ</title><main><p>A ${word} takes fourteen days.</p></main></html>`
      const document = readHtml(html, 'https://help.example/faq', 'en')
      assert.ok(document)
      const given = { organization_id: organizationId, project_id: project, name: 'faq.html', document }
      const from = { kind: 'file', type: 'text/html' } as const
      const context = { db: database.db, clock: systemClock, newId: uuidv7 }
      await addSource(context, { ...given, byteSize: html.length, from, author: operator })
    }
    for (const question of ['refonde', 'refonde fourten'])
      assert.deepEqual(
        (await search(question, { project })).map(({ title }) => title),
        ['FAQ'],
      )
  })

  it('returns nothing where no page has any of the words', async () => {
    for (const question of [
      'xylophone quartz',
      '?!',
      'the of and',
      "'; drop table sources; --",
      '\\ & | ! : * <->',
      // Each of these characters becomes four letters of two bytes. PostgreSQL takes no longer word in a query.
      'ﷲ'.repeat(255),
      `"${'ﷲ'.repeat(255)}" -${'ﷲ'.repeat(200)}`,
    ])
      assert.deepEqual(await search(question), [], question)
  })

  it('applies quotes, minus and OR literally where they find something', async () => {
    const pagesOf = async (question: string) => {
      const found = await search(question, { limit: 20 })
      return Object.keys(pages).filter((name) =>
        found.some(({ page_url }) => page_url?.endsWith(`/${name}`) === true),
      )
    }
    assert.deepEqual(await pagesOf('support -refund'), ['support'])
    assert.deepEqual(await pagesOf('"contact support"'), ['support'])
    assert.deepEqual(await pagesOf('timeout OR charged'), ['refunds', 'code'])
    // The German stem of an English word is another one: `ord` for `order`.
    assert.deepEqual(await pagesOf('account -order'), ['password'])
  })

  it('marks words in escaped text, so that no page can inject elements', async () => {
    const [passage] = await search('alert timeout')
    assert.equal(passage?.text.includes('<script>'), true)
    const { highlight } = passage ?? { highlight: '' }
    assert.match(highlight, /&lt;script&gt;<mark>alert<\/mark>\(&quot;pwned &amp; owned/)
    assert.doesNotMatch(highlight.replaceAll(/<\/?mark>/g, ''), /[<>"]/)
  })

  it('puts passages with more of the question first, and returns as many as requested', async () => {
    const found = await search('support account order', { limit: 20 })
    assert.equal(found[0]?.title, 'Contact support')
    const scores = found.map(({ score }) => score)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
    assert.ok(scores.length > 2)
    assert.equal((await search('support account order', { limit: 1 })).length, 1)
  })

  // More passages have the common word than are ranked. All of them are indexed before the one that has the rare word
  // too.
  it('keeps the passage with a rare and a common word first, whatever the limit', async () => {
    const project = await addProject({
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [
          `common${index}`,
          { title: `Note ${index}`, main: `<p>Ordinary gearbox maintenance, note ${index}.</p>` },
        ]),
      ),
      target: { title: 'Last', main: '<p>Long before. The zirconium one. It needs gearbox grease.</p>' },
      heading: { title: 'Zirconium', main: '<h1>Zirconium</h1><p>Zirconium is a metal.</p>' },
    })
    for (const limit of [1, 2, 3, 5, 20]) {
      const found = await search('zirconium gearbox', { limit, project })
      assert.deepEqual(
        found.slice(0, 2).map(({ title }) => title),
        ['Last', 'Zirconium'].slice(0, limit),
        String(limit),
      )
      const scores = found.map(({ score }) => score)
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      )
      assert.equal(found.length, limit)
    }
    // No passage has all words. The one with the rare word must not be cut off by those with the common ones.
    const [first] = await search('ordinary gearbox note zirconium', { limit: 20, project })
    assert.ok(['Last', 'Zirconium'].includes(first?.title ?? ''))
    const either = await search('gearbox OR zirconium', { limit: 20, project })
    assert.ok(either.some(({ title }) => title === 'Zirconium'))
  })

  it('searches this project only', async () => {
    const titles = (await search('refund password', { limit: 20, project: otherProjectId })).map(
      ({ title }) => title,
    )
    assert.deepEqual(titles, ['Refunds'])
    assert.deepEqual(await search('refund', { project: uuidv7() }), [])
  })
})
