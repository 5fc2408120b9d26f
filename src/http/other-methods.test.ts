import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '../base/log.ts'
import { createApp } from './create-app.ts'
import { collectRoutes, refuseOtherMethods } from './other-methods.ts'

it('refuses the methods that the most exact pattern of an address does not have', async () => {
  const app = await createApp({ log: createLog('silent') })
  const routes = collectRoutes(app)
  const patterns = [
    ['GET', '/things/:id'],
    ['PATCH', '/things/:id'],
    ['POST', '/things/check'],
    ['PUT', '/things/batch'],
    ['POST', '/things/:id/parts/:part'],
    ['GET', '/:kind/live/parts/first'],
    ['GET', '/files/*'],
    ['POST', '/files/list'],
    ['DELETE', '/files/old/:id'],
  ] as const
  for (const [method, url] of patterns) app.route({ method, url, handler: async () => url })
  refuseOtherMethods(app, routes)
  await app.ready()
  const answered = [
    ['GET', '/things/1', '/things/:id'],
    ['PUT', '/things/batch', '/things/batch'],
    ['GET', '/files/other', '/files/*'],
    ['GET', '/people/live/parts/first', '/:kind/live/parts/first'],
  ] as const
  for (const [method, url, pattern] of answered)
    assert.equal((await app.inject({ method, url })).body, pattern, `${method} ${url}`)
  const refused = [
    ['GET', '/things/check', 'POST'],
    ['PATCH', '/things/check', 'POST'],
    ['PUT', '/things/check', 'POST'],
    ['DELETE', '/things/check', 'POST'],
    ['PUT', '/things/1', 'GET, HEAD, PATCH'],
    ['POST', '/things/1', 'GET, HEAD, PATCH'],
    ['OPTIONS', '/things/batch', 'PUT'],
    ['GET', '/things/batch', 'PUT'],
    ['GET', '/things/live/parts/first', 'POST'],
    ['GET', '/things/live/parts/second', 'POST'],
    ['POST', '/other/live/parts/first', 'GET, HEAD'],
    ['GET', '/files/list', 'POST'],
    ['GET', '/files/old/1', 'DELETE'],
  ] as const
  for (const [method, url, allow] of refused) {
    const { statusCode, headers } = await app.inject({ method, url })
    assert.deepEqual([statusCode, headers['allow']], [405, allow], `${method} ${url}`)
  }
  assert.equal((await app.inject({ method: 'POST', url: '/nothing' })).statusCode, 404)
})
