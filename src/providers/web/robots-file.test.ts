import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolverOf } from '../../../test/support/connections.ts'
import { privateHostsOf } from './guard/private-hosts.ts'
import { createWebFetch } from './guard/web-fetch.ts'
import { createRobotsFiles } from './robots-file.ts'
import { robotsCharactersMax } from './robots.ts'

const hour = 60 * 60_000

/** A site on loopback that counts what is asked of it, and the robots files of a crawler that it is opened to. */
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

  it('is unpacked, and its whole lines are read where it is too long', async () => {
    const [head, taken] = ['User-agent: *\nDisallow: /a\n#', '\nDisallow: /pub']
    // Letters of two octets each: in characters the file is shorter than the bound.
    const filling = 'ü'.repeat((robotsCharactersMax - head.length - taken.length) / 2)
    const body = gzipSync(`${head}${filling}${taken}lic-not`)
    await using site = await startSite((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
    )
    const { robots } = await site.askRobots(site.origin)
    assert.deepEqual(['/a', '/public', '/'].map(robots.allows), [false, true, true])
  })

  it('that is not there forbids nothing', async () => {
    for (const status of [400, 401, 403, 404, 410, 451]) {
      await using site = await startSite((_, response) => response.writeHead(status).end(file))
      const { robots, isReachable, detail } = await site.askRobots(site.origin)
      assert.ok(robots.allows('/private') && isReachable, String(status))
      assert.equal(detail, `robots.txt answers ${status}`)
    }
  })

  it("that can't be had forbids everything", async () => {
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

  it('is followed over five redirects, and no further', async () => {
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

  it('that leads to a private address is not read from there', async () => {
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
  it('for an hour, and then asked for anew', async () => {
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

  it('but asked for anew by who begins after it was kept', async () => {
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

  it("for a minute only where it can't be had", async () => {
    let status = 503
    await using site = await startSite((_, response) => response.writeHead(status).end(file))
    assert.equal((await site.askRobots(site.origin)).isReachable, false)
    status = 200
    site.pass(59_999)
    assert.equal((await site.askRobots(site.origin)).isReachable, false)
    site.pass(1)
    assert.equal((await site.askRobots(site.origin)).isReachable, true)
  })

  it('for each origin by itself', async () => {
    await using one = await startSite((_, response) => response.end(file))
    const other = one.origin.replace('http:', 'https:')
    assert.equal((await one.askRobots(one.origin)).isReachable, true)
    assert.equal((await one.askRobots(other)).isReachable, false)
  })
})

describe('who asks at the same time', () => {
  it('shares one fetch', async () => {
    await using site = await startSite((_, response) => response.end(file))
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.askRobots(site.origin)))
    assert.equal(new Set(answers).size, 1)
    assert.equal(site.asked.length, 1)
  })

  it('may give up without the others', async () => {
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
    it(`gives the fetch up with the last, and leaves no answer behind for who asks ${when}`, async () => {
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
      // The fetch that was given up still is under way, or its socket is closed.
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
