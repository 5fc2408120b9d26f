import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import type { Outcome } from '../../test/support/command.ts'
import { sampleDocx, samplePdf } from '../../test/support/sample-files.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import { searchSources } from '../sources/search/search-sources.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-sources-'))
let service: Service
let server: Server
let site: string
const asked: string[] = []
before(async () => {
  service = await startService()
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const answers: Record<string, [number, Record<string, string>, string | Buffer]> = {
      '/robots.txt': [200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /private\n'],
      '/page': [
        200,
        { 'content-type': 'text/html; charset=utf-8' },
        '<html lang="en"><title>Delivery</title><main><h1>Delivery</h1><p>Parcels arrive on Tuesday.</p></main></html>',
      ],
      '/further': [
        200,
        { 'content-type': 'text/html' },
        '<title>Further</title><main><p>More of it.</p></main>',
      ],
      '/manual.pdf': [200, { 'content-type': 'application/pdf' }, samplePdf(['Turn the handle clockwise'])],
      '/moved': [302, { location: '/page?utm_source=x' }, ''],
      '/to-private': [302, { location: '/private' }, ''],
      '/private': [200, { 'content-type': 'text/html' }, '<main><p>Secret</p></main>'],
      '/large': [200, { 'content-type': 'text/html' }, `<main>${'<p>Large</p>'.repeat(450_000)}</main>`],
      '/meta-noindex': [
        200,
        { 'content-type': 'text/html' },
        '<meta name="robots" content="noindex"><main><p>Hidden</p></main>',
      ],
      '/header-noindex': [
        200,
        { 'content-type': 'application/pdf', 'x-robots-tag': 'noindex' },
        samplePdf(['Hidden']),
      ],
      '/data': [200, { 'content-type': 'application/json' }, '{}'],
    }
    const [status, headers, body] = answers[request.url ?? ''] ?? [404, {}, 'no']
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (privateHosts = new URL(site).host) => ({
  DATABASE_URL: service.databaseUrl,
  DATA_DIR: folder,
  CRAWL_PRIVATE_HOSTS: privateHosts,
})

function run(args: string[], privateHosts?: string): Promise<Outcome> {
  return runCommandHere(['sources', ...args], environment(privateHosts))
}

/** Runs a command that must succeed in a process of its own. Returns the document that it prints. */
async function printedByProcess<Printed>(...args: string[]): Promise<Printed> {
  return documentOf(await runCommand(['sources', ...args, '--json'], environment())) as Printed
}

async function printed<Printed>(...args: string[]): Promise<Printed> {
  return documentOf(await run([...args, '--json'])) as Printed
}

function documentOf({ status, stdout, stderr }: Outcome): unknown {
  assert.deepEqual([status, stderr], [0, ''])
  return JSON.parse(stdout)
}

async function refusal(...args: string[]): Promise<string> {
  return lineOf(await run(args))
}

function lineOf({ status, stdout, stderr }: Outcome): string {
  assert.deepEqual([status, stdout], [1, ''])
  assert.equal(stderr.trim().split('\n').length, 1)
  return stderr.trim()
}

const here = ['--organization', 'Acme', '--project', 'Renewals']

interface Added {
  sources: { kind: string; name: string; source_id: string; passages: number; passages_found: number }[]
}

function file(name: string, content: string | Buffer): string {
  const place = path.join(folder, name)
  writeFileSync(place, content)
  return place
}

async function found(question: string) {
  const { organizationId, projectId } = service
  const [passage] = await searchSources(service.context.db, { organizationId, projectId, question, limit: 1 })
  return passage
}

async function links(): Promise<number> {
  const [row] = await service.context.db.query<{ indexed: number }>(sql`
    select indexed from organization_links where organization_id = ${service.organizationId}`)
  return row?.indexed ?? 0
}

describe('sources add-file', () => {
  it('adds each kind of file, and its text is found', async () => {
    const files = [
      file('manual.pdf', samplePdf(['Open the lid first', 'Then press the green lever'])),
      file('report.docx', sampleDocx(['# Yearly report', 'Turnover rose by a tenth.'])),
      file('guide.md', '# Guide\n\n## Cleaning\nWipe it with a cloth.'),
      file(
        'page.html',
        '<html lang="en"><title>Page</title><main><p>Warranty lasts two years.</p></main></html>',
      ),
      file('notes.txt', 'Remember the umbrella.'),
    ]
    const { sources } = await printedByProcess<Added>('add-file', ...files, ...here)
    assert.deepEqual(
      sources.map(({ kind, name }) => [kind, name]),
      ['manual.pdf', 'report.docx', 'guide.md', 'page.html', 'notes.txt'].map((name) => ['added', name]),
    )
    for (const [question, name, heading, anchor] of [
      ['Which lever do I press?', 'manual.pdf', '', 'page=2'],
      ['How much did turnover rise?', 'report.docx', 'Yearly report', null],
      ['cleaning cloth', 'guide.md', 'Guide › Cleaning', 'cleaning'],
      ['warranty', 'page.html', '', null],
      ['umbrella', 'notes.txt', '', null],
    ] as const) {
      const passage = await found(question)
      assert.deepEqual(
        [passage?.source_name, passage?.heading, passage?.anchor, passage?.page_url],
        [name, heading, anchor, null],
      )
    }
    const { body } = await service.request(
      'GET',
      `/organizations/${service.organizationId}/projects/${service.projectId}/sources?filters={"name":"manual.pdf"}`,
    )
    const [item] = (body.data as { items: Record<string, unknown>[] }).items
    assert.ok(item)
    assert.deepEqual(
      [item['source_type'], item['file_type'], item['page_count'], item['sync_status'], item['created_by']],
      ['files', 'application/pdf', 1, 'success', { kind: 'operator' }],
    )
    assert.ok(Number(item['file_size']) > 500)
  })

  it('replaces the file of the same name, and reports when nothing has changed', async () => {
    const place = file('terms.txt', 'Payment within ten days.')
    const [first] = (await printed<Added>('add-file', place, ...here)).sources
    const [same] = (await printed<Added>('add-file', place, ...here)).sources
    file('terms.txt', 'Payment within thirty days.')
    const [changed] = (await printed<Added>('add-file', place, ...here)).sources
    assert.deepEqual([first?.kind, same?.kind, changed?.kind], ['added', 'unchanged', 'replaced'])
    assert.deepEqual([same?.source_id, changed?.source_id], [first?.source_id, first?.source_id])
    assert.equal((await found('payment days'))?.text, 'Payment within thirty days.')
    assert.equal(await links(), 0)
  })

  it('reports how much of a long file is searchable', async () => {
    const place = file('long.md', '# Part\n\nWords.\n\n'.repeat(2_431))
    const [added] = (await printed<Added>('add-file', place, ...here)).sources
    assert.deepEqual([added?.passages, added?.passages_found], [2_000, 2_431])
    const { stdout } = await run(['add-file', place, ...here])
    assert.match(stdout, /^long\.md: unchanged, the first 2,000 passages of 2,431 are searchable, /)
  })

  it('reads a file by its content, whatever its name', async () => {
    const places = [
      file('pdf.txt', samplePdf(['Tighten the periwinkle bolt'])),
      file('docx.md', sampleDocx(['# Minutes', 'The marigold was approved.'])),
    ]
    await printed<Added>('add-file', ...places, ...here)
    assert.equal((await found('periwinkle bolt'))?.anchor, 'page=1')
    assert.equal((await found('marigold'))?.heading, 'Minutes')
    const rows = await service.context.db.query(sql`select file_type from sources where name = 'pdf.txt'`)
    assert.deepEqual(rows, [{ file_type: 'application/pdf' }])
  })

  it('refuses malicious files, and says why', async () => {
    const deep = file('deep.html', `${'<div>'.repeat(200_000)}words${'</div>'.repeat(200_000)}`)
    const many = file('many.html', '<b>a</b>'.repeat(600_000))
    assert.match(await refusal('add-file', deep, ...here), /deep\.html nests its elements too deep$/)
    assert.match(
      await refusal('add-file', many, ...here),
      /many\.html has more than 300,000 elements and texts$/,
    )
  })

  it('refuses unreadable files with one line, and adds nothing', async () => {
    for (const [place, words] of [
      [file('picture.png', 'x'), /picture\.png is not a supported file; supported: pdf, html/],
      [file('broken.pdf', 'no pdf at all'), /broken\.pdf is not a readable PDF/],
      [file('blank.pdf', samplePdf([''])), /blank\.pdf has no text; a PDF of scanned pages/],
      [file('broken.docx', 'no zip'), /broken\.docx is not a readable Word document/],
      [
        file('archive.txt', 'PK\u0003\u0004 of something else'),
        /archive\.txt is not a readable Word document/,
      ],
      [file('binary.txt', Buffer.from([1, 0, 2])), /binary\.txt is not text/],
      [file('empty.md', ''), /empty\.md has no text/],
      [path.join(folder, 'missing.txt'), /missing\.txt can not be read/],
      [file('huge.txt', Buffer.alloc(20_000_001, 'a')), /huge\.txt is larger than 20 MB/],
    ] as const)
      assert.match(await refusal('add-file', place, ...here), words)
    assert.match(
      await refusal('add-file', file('a.txt', 'a'), file('b.txt', 'b'), ...here, '--name', 'One'),
      /--name is for a single source/,
    )
    const elsewhere = ['--organization', 'Acme', '--project', 'Nope']
    assert.match(
      lineOf(await runCommand(['sources', 'add-file', file('a.txt', 'a'), ...elsewhere], environment())),
      /there is no project Nope in an organization Acme/,
    )
    assert.equal((await run(['add-file', ...here])).status, 2)
    const rows = await service.context.db.query(
      sql`select from sources where name in ('a.txt', 'empty.md', 'One')`,
    )
    assert.deepEqual(rows, [])
  })
})

describe('sources add-url', () => {
  it('adds pages under the URL after redirects, each once and each as a link', async () => {
    const { sources } = await printedByProcess<Added>(
      'add-url',
      `${site}/page`,
      `${site}/manual.pdf`,
      ...here,
    )
    assert.deepEqual(
      sources.map(({ kind, name }) => [kind, name]),
      [
        ['added', 'Delivery'],
        ['added', `${site}/manual.pdf`],
      ],
    )
    const again = await printed<Added>('add-url', `${site}/moved`, ...here, '--name', 'Parcels')
    assert.deepEqual(
      again.sources.map(({ kind, name, source_id }) => [kind, name, source_id]),
      [['unchanged', 'Parcels', sources[0]?.source_id]],
    )
    assert.equal((await found('When do parcels arrive?'))?.page_url, `${site}/page`)
    assert.equal((await found('handle clockwise'))?.anchor, 'page=1')
    assert.equal(await links(), 2)
  })

  it('refuses pages that may not or cannot be fetched, with one line', async () => {
    for (const [url, words] of [
      [`${site}/private`, /robots\.txt forbids it/],
      [`${site}/to-private`, /robots\.txt forbids it/],
      [`${site}/nothing`, /the server answered 404/],
      [`${site}/large`, /\/large is larger than 5 MB$/],
      [`${site}/meta-noindex`, /asks not to be indexed/],
      [`${site}/header-noindex`, /asks not to be indexed/],
      [`${site}/data`, /is application\/json, which is not supported/],
      ['ftp://example.com/', /is not an http or https address/],
    ] as const)
      assert.match(await refusal('add-url', url, ...here), words)
    assert.ok(!asked.includes('/private'))
    const closed = await run(['add-url', `${site}/page`, ...here], '')
    assert.equal(closed.status, 1)
    assert.match(closed.stderr, /may not be fetched|can not be fetched/)
  })

  it('stops when the links of the plan are used up', async () => {
    await service.context.db.query(sql`
      update organizations set plan_links = 2 where _id = ${service.organizationId}`)
    assert.match(await refusal('add-url', `${site}/further`, ...here), /has used all links of its plan/)
    const rows = await service.context.db.query(sql`select from sources where name = 'Further'`)
    assert.deepEqual([rows.length, await links()], [0, 2])
  })
})

describe('sources list and remove', () => {
  it('lists sources with ids, and removes them with their pages and links', async () => {
    const { sources } = await printedByProcess<{
      sources: { _id: string; name: string; page_count: number }[]
    }>('list', ...here)
    const parcels = sources.find(({ name }) => name === 'Parcels')
    assert.ok(parcels)
    assert.equal(parcels.page_count, 1)
    const before = await links()
    assert.deepEqual(await printedByProcess('remove', parcels._id), {
      _id: parcels._id,
      name: 'Parcels',
      pages: 1,
    })
    assert.equal(await links(), before - 1)
    assert.match(await refusal('remove', parcels._id), /there is no source/)
    assert.match(await refusal('remove', 'nonsense'), /there is no source nonsense/)
    assert.equal(await found('parcels'), undefined)
  })
})
