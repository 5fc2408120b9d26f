import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { beginRequest } from '../../../test/support/unfinished-request.ts'
import {
  postWebhook,
  signatureOf,
  statusOf,
  textMessage,
  webhookOf,
} from '../../../test/support/whatsapp-webhook.ts'
import { businessAccountId, startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { isVerifyToken } from '../inbound/verify-token.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
  const { db, secretBox } = whatsapp.service.context
  await db.query(sql`
    update whatsapp_senders set app_secret = ${secretBox.seal('the-other-secret')} where name = 'gone'`)
})
after(() => whatsapp[Symbol.asyncDispose]())

const otherNumberId = '100000000000002'
const messageOf = (wamid: string) =>
  textMessage({ wamid, from: '+14155550100', text: 'STOP', at: new Date() })

async function storedEvents(): Promise<string[]> {
  const rows = await whatsapp.service.context.db.query<{ event_id: string }>(
    sql`select event_id from whatsapp_events order by event_id`,
  )
  return rows.map(({ event_id }) => event_id)
}

describe('a webhook', () => {
  it('is refused and leaves nothing if no sender that it names has signed it (403)', async () => {
    const body = webhookOf({
      messages: [messageOf('wamid.forged')],
      statuses: [statusOf({ wamid: 'wamid.ours', status: 'failed' })],
    })
    for (const secret of [null, 'the-other-secret', 'a-verify-token', '']) {
      const answer = await postWebhook(whatsapp.service.url, body, secret)
      assert.equal(answer.status, 403, String(secret))
    }
    assert.deepEqual(await storedEvents(), [])
  })

  it('is refused before its body is read if no header has the form of a signature (403)', async () => {
    for (const signature of [null, 'sha256=', `sha1=${'a'.repeat(64)}`, `sha256=${'a'.repeat(63)}`]) {
      const headers = signature === null ? {} : { 'x-hub-signature-256': signature }
      const request = beginRequest(`${whatsapp.service.url}/webhooks/whatsapp`, headers, {
        length: 2_900_000,
      })
      const { status, body } = await request.answer
      assert.deepEqual([status, body.message], [403, 'The request has no signature'])
      request.end()
    }
  })

  it('is parsed only once its bytes are signed (403, then 400)', async () => {
    const send = (signature: string) =>
      fetch(`${whatsapp.service.url}/webhooks/whatsapp`, {
        method: 'POST',
        headers: { 'x-hub-signature-256': `sha256=${signature}` },
        body: broken,
      })
    const broken = `{"object":"whatsapp_business_account","entry":[{"id":"${businessAccountId}",`
    assert.equal((await send('a'.repeat(64))).status, 403)
    assert.equal((await send(signatureOf(broken))).status, 400)
  })

  it('of more values than Meta sends is refused, signed or not (400, 403)', async () => {
    const value = Object.fromEntries(Array.from({ length: 51_000 }, (_, index) => [`k${index}`, 1]))
    const body = { entry: [{ id: businessAccountId, changes: [{ field: 'messages', value }] }] }
    assert.equal((await postWebhook(whatsapp.service.url, body, 'another-secret')).status, 403)
    assert.equal((await postWebhook(whatsapp.service.url, body)).status, 400)
  })

  it('is refused if it is larger than Meta’s limit (413)', async () => {
    const body = { entry: [{ id: businessAccountId, text: 'a'.repeat(3 * 1_048_576) }] }
    assert.equal((await postWebhook(whatsapp.service.url, body)).status, 413)
  })

  it('for a number of the account that is not declared is accepted, and stored for nobody (200)', async () => {
    const body = webhookOf({ phoneNumberId: '1', messages: [messageOf('wamid.elsewhere')] })
    assert.equal((await postWebhook(whatsapp.service.url, body)).status, 200)
    assert.deepEqual(await storedEvents(), [])
  })

  it('counts for the sender whose secret has signed it, not for another in the same body (200, Promise 27)', async () => {
    const body = webhookOf(
      { phoneNumberId: otherNumberId, messages: [messageOf('wamid.signed')] },
      { messages: [messageOf('wamid.smuggled')] },
    )
    assert.equal((await postWebhook(whatsapp.service.url, body, 'the-other-secret')).status, 200)
    assert.deepEqual(await storedEvents(), ['message:wamid.signed'])
  })

  it('counts however many others have declared its account with secrets of their own (200)', async () => {
    const { db, secretBox } = whatsapp.service.context
    await db.transaction(async (transaction) => {
      for (let n = 0; n < 9; n++)
        await transaction.query(sql`
          insert into whatsapp_senders (organization_id, project_id, _id, name, phone_number_id, business_account_id,
            display_phone_number, access_token, app_secret, verify_token, created_at, updated_at, templates_due_at)
          select organization_id, project_id, gen_random_uuid(), ${`other ${n}`}, ${`30000000000000${n}`},
            business_account_id, display_phone_number, access_token, ${secretBox.seal(`secret ${n}`)}, verify_token,
            created_at, updated_at, templates_due_at
          from whatsapp_senders where name = 'main'`)
      // Its row comes after theirs from here on, as after each sync of its templates.
      await transaction.query(sql`
        update whatsapp_senders set templates_due_at = templates_due_at + interval '1 day' where name = 'main'`)
    })
    const body = webhookOf({ messages: [messageOf('wamid.crowded')] })
    const changes = [{ field: 'account_update', value: { event: 'VERIFIED_ACCOUNT' } }]
    const notice = { object: 'whatsapp_business_account', entry: [{ id: businessAccountId, changes }] }
    const answers = await Promise.all([body, notice].map((each) => postWebhook(whatsapp.service.url, each)))
    await db.query(sql`delete from whatsapp_senders where name like 'other %'`)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.ok((await storedEvents()).includes('message:wamid.crowded'))
    await db.query(sql`delete from whatsapp_events where event_id not like 'message:wamid.signed'`)
  })

  it('counts although the secret of another sender of the account can not be decrypted (200)', async () => {
    const { db } = whatsapp.service.context
    const elsewhere = createSecretBox(Buffer.alloc(32, 9))
    const setSecret = (sealed: Buffer) =>
      db.query<{ app_secret: Buffer }>(
        sql`update whatsapp_senders set app_secret = ${sealed} where name = 'gone'`,
      )
    const [{ app_secret } = { app_secret: Buffer.of() }] = await db.query<{ app_secret: Buffer }>(
      sql`select app_secret from whatsapp_senders where name = 'gone'`,
    )
    await setSecret(elsewhere.seal('an-app-secret'))
    const ours = await postWebhook(whatsapp.service.url, webhookOf({ messages: [messageOf('wamid.beside')] }))
    const theirs = await postWebhook(
      whatsapp.service.url,
      webhookOf({ phoneNumberId: otherNumberId, messages: [messageOf('wamid.undecrypted')] }),
    )
    await setSecret(app_secret)
    // Meta repeats what is refused, so that nothing is lost once the secret is declared again.
    assert.deepEqual([ours.status, theirs.status], [200, 403])
    const stored = await storedEvents()
    await db.query(sql`delete from whatsapp_events where event_id = 'message:wamid.beside'`)
    assert.ok(stored.includes('message:wamid.beside'))
    assert.ok(!stored.includes('message:wamid.undecrypted'))
  })

  it('is stored once, however often it comes (200, Rule 31, Promise 30)', async () => {
    const body = webhookOf({ messages: [messageOf('wamid.again')] })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => postWebhook(whatsapp.service.url, body)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.deepEqual(await storedEvents(), ['message:wamid.again', 'message:wamid.signed'])
  })

  it('is stored with ids that are longer than any of Meta’s, beside the rest of it (200)', async () => {
    const long = randomBytes(4_000).toString('hex')
    const messages = [
      { ...messageOf('wamid.long'), from: long },
      { ...messageOf(`wamid.${long}`) },
      messageOf('wamid.short'),
    ]
    const { status } = await postWebhook(whatsapp.service.url, webhookOf({ messages }))
    assert.equal(status, 200)
    assert.ok((await storedEvents()).includes('message:wamid.short'))
  })
})

describe('the handshake', () => {
  const ask = (token: string) =>
    fetch(
      `${whatsapp.service.url}/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=%3Cb%3E1&hub.verify_token=${token}`,
    )

  it('returns the challenge as plain text to those who know a sender’s token, and nobody else (403)', async () => {
    const answer = await ask('a-verify-token')
    assert.deepEqual([answer.status, await answer.text()], [200, '<b>1'])
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
    for (const wrong of ['a-verify-toke', 'a-verify-token2', 'an-app-secret', '%00', ''])
      assert.equal((await ask(wrong)).status, 403, wrong)
  })

  it('decrypts no token for a request, once all have digests', async () => {
    const { db, secretBox } = whatsapp.service.context
    let opened = 0
    const counting = {
      ...secretBox,
      open: (sealed: Buffer) => {
        opened++
        return secretBox.open(sealed)
      },
    }
    // As the schema's migration leaves them.
    await db.query(sql`update whatsapp_senders set verify_token_digest = null`)
    assert.equal(await isVerifyToken({ db, secretBox: counting }, 'wrong'), false)
    assert.equal(opened, 2)
    assert.equal(await isVerifyToken({ db, secretBox: counting }, 'a-verify-token'), true)
    assert.equal(opened, 2)
  })

  it('accepts a token that was declared again, not the earlier one, even if another can not be decrypted', async () => {
    const { db, secretBox } = whatsapp.service.context
    await db.query(sql`
      update whatsapp_senders set verify_token = 'of another key', verify_token_digest = null where name = 'gone'`)
    await whatsapp.service.apply({
      organizations: [
        {
          name: 'Acme',
          projects: [
            {
              name: 'Renewals',
              whatsapp_senders: [
                {
                  name: 'main',
                  phone_number_id: '100000000000001',
                  business_account_id: '200000000000001',
                  display_phone_number: '+14155550199',
                  verify_token: 'another-token',
                },
              ],
            },
          ],
        },
      ],
    })
    assert.equal(await isVerifyToken({ db, secretBox }, 'another-token'), true)
    assert.equal(await isVerifyToken({ db, secretBox }, 'a-verify-token'), false)
  })
})
