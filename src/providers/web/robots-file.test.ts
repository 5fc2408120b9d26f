import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { resolverOf } from '../../../test/support/connections.ts'
import { privateHostsOf } from './guard/private-hosts.ts'
import { createWebFetch } from './guard/web-fetch.ts'
import { createRobotsFiles } from './robots-file.ts'
import { robotsCharactersMax } from './robots.ts'

const hour = 60 * 60_000

/** Starts a site on loopback that records its requests, and a robots file cache that may fetch from it. */
async function startSite(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let now = Date.UTC(2026, 10, 21)
  const webFetch = createWebFetch({
    privateHosts: privateHostsOf([`127.0.0.1:${port}`]),
    userAgent: 'ExampleBot/1',
    lookup: resolverOf({}).lookup,
  })
  return {
    asked,
    origin: `http://127.0.0.1:${port}`,
    askRobots: createRobotsFiles({
      webFetch,
      clock: { now: () => new Date(now) },
      productToken: 'ExampleBot',
    }),
    pass: (ms: number) => {
      now += ms
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const file = 'User-agent: ExampleBot\nDisallow: /private\nSitemap: https://example.com/s.xml\n'

describe('a robots file', () => {
  it('is read from the root of the origin', async () => {
    await using site = await startSite((_, response) => response.end(file))
    const { robots, isReachable, detail } = await site.askRobots(site.origin)
    assert.deepEqual(site.asked, ['/robots.txt'])
    assert.deepEqual(['/private/a', '/public'].map(robots.allows), [false, true])
    assert.deepEqual(robots.sitemaps, ['https://example.com/s.xml'])
    assert.ok(isReachable)
    assert.equal(detail, 'robots.txt answers 200')
  })

  it('is unpacked; of a file that is too long, the whole lines are read', async () => {
    const [head, taken] = ['User-agent: *\nDisallow: /a\n#', '\nDisallow: /pub']
    // Letters of two bytes each: the file is longer than the limit in bytes, but not in characters.
    const filling = 'ü'.repeat((robotsCharactersMax - head.length - taken.length) / 2)
    const body = gzipSync(`${head}${filling}${taken}lic-not`)
    await using site = await startSite((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
    )
    const { robots } = await site.askRobots(site.origin)
    assert.deepEqual(['/a', '/public', '/'].map(robots.allows), [false, true, true])
  })

  it('allows everything if it does not exist', async () => {
    for (const status of [400, 401, 403, 404, 410, 451]) {
      await using site = await startSite((_, response) => response.writeHead(status).end(file))
      const { robots, isReachable, detail } = await site.askRobots(site.origin)
      assert.ok(robots.allows('/private') && isReachable, String(status))
      assert.equal(detail, `robots.txt answers ${status}`)
    }
  })

  it('forbids everything if it cannot be fetched', async () => {
    for (const status of [304, 429, 500, 502, 503, 504]) {
      await using site = await startSite((_, response) => response.writeHead(status).end())
      const { robots, isReachable } = await site.askRobots(site.origin)
      assert.ok(!robots.allows('/') && !isReachable, String(status))
    }
    await using site = await startSite((request) => request.socket.destroy())
    const { robots, isReachable, detail } = await site.askRobots(site.origin)
    assert.ok(!robots.allows('/') && !isReachable)
    assert.match(detail, /^robots\.txt can't be read: ./)
  })

  it('is fetched through up to five redirects', async () => {
    for (const [hops, isReachable] of [
      [5, true],
      [6, false],
    ] as const) {
      await using site = await startSite((request, response) => {
        const hop = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
        if (hop === hops) response.end(file)
        else response.writeHead(302, { location: `/hop-${hop + 1}` }).end()
      })
      const answer = await site.askRobots(site.origin)
      assert.equal(answer.isReachable, isReachable)
      assert.equal(answer.robots.allows('/public'), isReachable)
      assert.equal(site.asked.length, 6)
    }
  })

  it('is not read from a private address that it redirects to', async () => {
    await using inner = await startSite((_, response) => response.end(''))
    await using site = await startSite((_, response) =>
      response.writeHead(301, { location: `${inner.origin}/robots.txt` }).end(),
    )
    const { robots, isReachable } = await site.askRobots(site.origin)
    assert.ok(!robots.allows('/') && !isReachable)
    assert.deepEqual(inner.asked, [])
  })
})

describe('a robots file is kept', () => {
  it('for an hour, and then fetched again', async () => {
    let text = file
    await using site = await startSite((_, response) => response.end(text))
    const allowsPrivate = async () => (await site.askRobots(site.origin)).robots.allows('/private')
    assert.equal(await allowsPrivate(), false)
    text = ''
    site.pass(hour - 1)
    assert.equal(await allowsPrivate(), false)
    site.pass(1)
    assert.equal(await allowsPrivate(), true)
    assert.equal(site.asked.length, 2)
  })

  it('but fetched again for a caller that needs a newer one', async () => {
    let text = file
    await using site = await startSite((_, response) => response.end(text))
    const begunAt = new Date(Date.UTC(2026, 10, 21) + 1_000)
    const allowsPrivate = async () =>
      (await site.askRobots(site.origin, undefined, begunAt)).robots.allows('/private')
    await site.askRobots(site.origin)
    text = ''
    site.pass(1_000)
    assert.equal(await allowsPrivate(), true)
    text = file
    assert.equal(await allowsPrivate(), true)
    assert.equal(site.asked.length, 2)
  })

  it('for a minute only if it could not be fetched', async () => {
    let status = 503
    await using site = await startSite((_, response) => response.writeHead(status).end(file))
    assert.equal((await site.askRobots(site.origin)).isReachable, false)
    status = 200
    site.pass(59_999)
    assert.equal((await site.askRobots(site.origin)).isReachable, false)
    site.pass(1)
    assert.equal((await site.askRobots(site.origin)).isReachable, true)
  })

  it('for each origin separately', async () => {
    await using one = await startSite((_, response) => response.end(file))
    const other = one.origin.replace('http:', 'https:')
    assert.equal((await one.askRobots(one.origin)).isReachable, true)
    assert.equal((await one.askRobots(other)).isReachable, false)
  })
})

describe('concurrent callers', () => {
  it('share one fetch', async () => {
    await using site = await startSite((_, response) => response.end(file))
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.askRobots(site.origin)))
    assert.equal(new Set(answers).size, 1)
    assert.equal(site.asked.length, 1)
  })

  it('may abort without affecting each other', async () => {
    const asked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    await using site = await startSite((_, response) => {
      asked.resolve()
      void mayAnswer.promise.then(() => response.end(file))
    })
    const giving = new AbortController()
    const first = site.askRobots(site.origin, giving.signal)
    const second = site.askRobots(site.origin, new AbortController().signal)
    await asked.promise
    giving.abort(new Error('no longer wanted'))
    await assert.rejects(first, /no longer wanted/)
    mayAnswer.resolve()
    assert.equal((await second).isReachable, true)
    assert.equal(site.asked.length, 1)
  })

  for (const when of ['at once', 'later'])
    it(`abort the fetch when the last one aborts, and leave no result for a caller that comes ${when}`, async () => {
      const asked = Promise.withResolvers<void>()
      const closed = Promise.withResolvers<void>()
      let isFirst = true
      await using site = await startSite((request, response) => {
        if (!isFirst) return response.end(file)
        isFirst = false
        request.socket.on('close', () => closed.resolve())
        return asked.resolve()
      })
      const giving = new AbortController()
      const first = site.askRobots(site.origin, giving.signal)
      // At this point the aborted fetch is still open (`at once`) or its socket is closed (`later`).
      const next = first.catch(async () => {
        if (when === 'later') await closed.promise
        return site.askRobots(site.origin)
      })
      await asked.promise
      giving.abort()
      await assert.rejects(first, { name: 'AbortError' })
      assert.equal((await next).isReachable, true)
      await closed.promise
      assert.equal((await site.askRobots(site.origin)).isReachable, true)
      assert.equal(site.asked.length, 2)
      await assert.rejects(site.askRobots(site.origin, giving.signal), { name: 'AbortError' })
    })
})
