import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scriptCampaign } from '../../../test/support/declarations.ts'
import { eventually, startService } from '../../../test/support/service.ts'
import { signInAs } from '../../../test/support/users.ts'

interface ListedCall {
  _id: string
  state: string
  error: { code: string | null; reason: string; about: string | null } | null
}

describe('GET /api/…/projects/{id}/calls', () => {
  it('says what the carrier’s code of a failed call is about, as the call’s own answer does', async () => {
    await using service = await startService(
      { campaigns: [scriptCampaign({ name: 'Autumn', status: 'paused' })] },
      { speed: 500 },
    )
    const editor = await signInAs(service, 'editor')
    const project = `/organizations/${service.organizationId}/projects/${service.projectId}`
    const campaign = `${project}/campaigns/${service.campaignIds['Autumn']}`
    // The sandbox's carrier refuses the first, and fails while it connects the second.
    for (const phone_number of ['+14155551420', '+14155551413']) {
      const answer = await service.request('POST', `${campaign}/calls`, { body: { phone_number } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    const released = await editor.request('POST', `/api${campaign}/release`, {})
    assert.equal(released.status, 200)
    service.startWorker()
    const read = async <T>(path: string) =>
      (await editor.request('GET', `/api${project}${path}`)).body.data as T
    const items = await eventually('both have failed', async () => {
      const { items: calls } = await read<{ items: ListedCall[] }>('/calls?show=all')
      return calls.every(({ state }) => state === 'failed') ? calls : null
    })
    const found = items.map(({ error }) => [error?.code, error?.about])
    assert.deepEqual(found, [
      [null, null],
      ['21211', 'number'],
    ])
    for (const { _id, error } of items)
      assert.deepEqual((await read<ListedCall>(`/calls/${_id}`)).error, error)
  })
})
