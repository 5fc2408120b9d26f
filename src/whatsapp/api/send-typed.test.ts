// What goes out for each type, as the network received it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { graphCases } from '../../../test/support/whatsapp-messages/graph-cases.ts'
import { postWebhook, textMessage, webhookOf } from '../../../test/support/whatsapp-webhook.ts'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  whatsapp.network.setWindowEnforced(false)
})
after(() => whatsapp[Symbol.asyncDispose]())

describe('a typed message goes out', () => {
  for (const [index, [type, payload, content]] of graphCases.entries())
    it(`as Meta documents it: ${type}, ${JSON.stringify(payload).slice(0, 60)}`, async () => {
      const { service, network, broadcastIds } = whatsapp
      const to = `+1415555${String(10 + index).padStart(2, '0')}00`
      const message = textMessage({ wamid: `wamid.in.${index}`, from: to, text: 'Hello', at: new Date() })
      assert.equal((await postWebhook(service.url, webhookOf({ messages: [message] }))).status, 200)
      const { organizationId, projectId } = service
      const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${broadcastIds['Typed']}/messages`
      const answer = await service.request('POST', path, { body: { to, type, payload } })
      assert.equal(answer.status, 200, answer.body.message)
      const result = answer.body.data as { message_id: string; type: string }
      assert.equal(result.type, type)
      const [received, ...others] = network.messages(to)
      assert.deepEqual(others, [])
      assert.deepEqual(received!.body, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        ...content,
        biz_opaque_callback_data: result.message_id,
      })
    })
})
