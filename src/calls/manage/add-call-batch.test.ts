import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { applyOtherPlaces, ownPlace, pathOf } from '../../../test/support/places.ts'
import type { Place } from '../../../test/support/places.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { signInAs } from '../../../test/support/users.ts'

let service: Service
before(async () => {
  service = await startService({ campaigns: [scriptCampaign({ name: 'Script', status: 'paused' })] })
})
after(() => service[Symbol.asyncDispose]())

const pathIn = (place: Place) =>
  `/api${pathOf(place)}/campaigns/${service.campaignIds['Script']}/call-batches?dry_run=true`

async function check(place: Place, cookie: string) {
  const answer = await fetch(service.url + pathIn(place), {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' },
    body: 'phone_number\n+14155550123',
  })
  return { status: answer.status, text: await answer.text() }
}

it('refuses a third file of an organization (429) while two arrive, and takes one of another', async () => {
  const place = ownPlace(service)
  const { cookie } = await signInAs(service, 'editor')
  const { host, hostname, port } = new URL(service.url)
  const own = `host: ${host}\r\ncookie: ${cookie}\r\nsec-fetch-site: same-origin`
  const slow = new Set<Socket>()
  const begin = (): void => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    slow.add(socket)
    const file = 'content-type: text/csv\r\ncontent-length: 1000\r\n\r\nphone_number'
    socket.write(`POST ${pathIn(place)} HTTP/1.1\r\n${own}\r\n${file}`)
    // It came while a check below had the place, or took longer than a request may.
    socket.once('data', () => {
      slow.delete(socket.destroy())
      begin()
    })
  }
  begin()
  begin()
  const refused = await eventually('two files hold their places', async () => {
    const answer = await check(place, cookie)
    return answer.status === 429 ? answer : null
  })
  assert.match(refused.text, /too_many_call_files/)
  const other = (await applyOtherPlaces(service))[1]!.place
  const editor = await signInAs(service, 'editor', { organizationId: other.organization_id })
  // It is read, and its campaign is of the first organization.
  assert.equal((await check(other, editor.cookie)).status, 404)
  for (const socket of slow) socket.resetAndDestroy()
  await eventually('a place is free', async () => {
    const { status } = await check(place, cookie)
    return status === 200 ? true : null
  })
})
