import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { applyOtherPlaces, ownPlace, pathOf } from '../../../test/support/places.ts'
import type { Place } from '../../../test/support/places.ts'
import { fc } from '../../../test/support/properties.ts'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { operator } from '../../../test/support/source-author.ts'
import { addSource } from '../add-source.ts'
import { readMarkdown } from '../index/read-text.ts'
import type { Passage } from '../search/search-sources.ts'

let service: Service
before(async () => {
  service = await startService()
  const names = Array.from({ length: 25 }, (_, index) => `Chapter ${index}`)
  await added('opening.md', '# Opening hours\nThe shop is open from nine to five.', own())
  for (const name of names) await added(`${name}.md`, `# ${name}\nAbout tomatoes, of kind ${name}.`, own())
})
after(() => service[Symbol.asyncDispose]())

const own = (): Place => ownPlace(service)

async function added(name: string, text: string, place: Place): Promise<void> {
  const document = readMarkdown(text, name, 'en')
  assert.ok(document)
  const from = { kind: 'file', type: 'text/markdown' } as const
  const outcome = await addSource(service.context, {
    ...place,
    name,
    document,
    byteSize: text.length,
    from,
    author: operator,
  })
  assert.equal(outcome.kind, 'added')
}

function ask(
  query: string,
  { place = own(), key = service.key }: { place?: Place; key?: string | null } = {},
) {
  const path = `${pathOf(place)}/sources/search?${query}`
  return service.request('GET', path, { key })
}

async function search(query: string, options = {}): Promise<Passage[]> {
  const { status, body } = await ask(query, options)
  assert.equal(status, 200, body.message)
  return (body.data as { items: Passage[] }).items
}

describe('GET sources/search', () => {
  it('returns the best passages with page, heading and anchor (200)', async () => {
    const [passage, ...rest] = await search('q=When+is+the+shop+open%3F')
    assert.deepEqual(rest, [])
    const { source_id, score, ...shown } = passage!
    assert.match(source_id, /^[0-9a-f-]{36}$/)
    assert.ok(score > 0.5 && score <= 1)
    assert.deepEqual(shown, {
      page_url: null,
      source_name: 'opening.md',
      title: 'Opening hours',
      heading: 'Opening hours',
      anchor: 'opening-hours',
      text: 'The shop is open from nine to five.',
      highlight: '<mark>shop</mark> is <mark>open</mark> from nine to five',
    })
    assert.deepEqual(await search('q=zebra'), [])
    assert.equal((await search('q=tomatoes')).length, 5)
    assert.equal((await search('q=tomatoes&limit=20&colour=red')).length, 20)
  })

  it('returns an empty list where no page has the phrase in quotes (200)', async () => {
    for (const question of [
      '"77"',
      '"zebra"',
      '"77 78"',
      '"77" OR "78"',
      '"zebra',
      'zebra -yak',
      '"zebra" -"78"',
    ])
      assert.deepEqual(await search(`q=${encodeURIComponent(question)}`), [], question)
  })

  it('responds with 200 or 400 to any question of quotes and special characters', async () => {
    const signs = String.raw`" "" - -" OR ' '' \ \" \' . <-> :* & | ! ( %`.split(' ')
    const words = 'shop open tomatoes Chapter 3 zebra the is T 1 1.5 .5. 99999999999 ß İ 設定を 😀'.split(' ')
    const part = fc.oneof(
      fc.constantFrom(' ', ...signs),
      fc.constantFrom(...words),
      fc.constantFrom('\0', '\u0001', '\n', '\u200b', '\u2028', '\ufeff', '\uffff', '\u0301', '\u{10ffff}'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    const question = fc.array(part, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''))
    const quoted = question.map((text) => `"${text}"`)
    const long = fc
      .tuple(part, fc.integer({ min: 100, max: 2_000 }))
      .map(([text, times]) => text.repeat(times).slice(0, 2_000))
    await fc.assert(
      fc.asyncProperty(fc.oneof(question, quoted, long), async (text) => {
        const { status, body } = await ask(`q=${encodeURIComponent(text.toWellFormed())}`)
        assert.ok(status === 200 || status === 400, `${status} ${body.message}`)
        if (status === 400) assert.match(body.message, /^q/)
      }),
      { numRuns: 300 },
    )
  })

  it('refuses an empty, too long or repeated question, and a limit out of range (400)', async () => {
    for (const [query, words] of [
      ['', /^q is required/],
      ['q=', /^q: must be a question or words, 1 to 500 characters/],
      ['q=%20%20', /^q: must be a question/],
      [`q=${'a'.repeat(501)}`, /^q: must be a question/],
      ['q=a&q=b', /^q: must be a question/],
      ['q=a&limit=0', /^limit: must be a whole number from 1 to 20/],
      ['q=a&limit=21', /^limit: must be a whole number from 1 to 20/],
    ] as const) {
      const { status, body } = await ask(query)
      assert.equal(status, 400, query)
      assert.match(body.message, words)
    }
    assert.deepEqual(await search(`q=${'a'.repeat(500)}`), [])
  })

  it('requires a key (401) of this project (403), and finds only its passages', async () => {
    assert.equal((await ask('q=shop', { key: null })).status, 401)
    for (const { place, key } of await applyOtherPlaces(service)) {
      await added('theirs.md', '# Opening hours\nTheir shop is never open.', place)
      assert.equal((await ask('q=shop', { place })).status, 403)
      const theirs = await search('q=shop', { place, key })
      assert.deepEqual(
        theirs.map(({ source_name }) => source_name),
        ['theirs.md'],
      )
      assert.deepEqual(
        (await search('q=shop')).map(({ source_name }) => source_name),
        ['opening.md'],
      )
    }
  })
})
