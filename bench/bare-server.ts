// The anchor: bare node:http and pg doing the same SQL as the service, without framework, validation, keys' forms, logs or
// metrics. Started by bench/run.ts; prints its address.
import { createServer, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uuidv7 } from '../src/base/ids.ts'
import { insertCallAndAttempt, updateAttemptAccepted } from '../src/calls/queries.ts'
import { selectCampaignForCalls, selectCampaigns, selectCarrierAccount } from '../src/campaigns/queries.ts'
import { createDatabase } from '../src/db/database.ts'
import { hashApiKey } from '../src/keys/api-key.ts'
import { selectKeyHolder } from '../src/keys/queries.ts'

const connectionString = process.env['DATABASE_URL'] ?? ''
const db = createDatabase({ connection: { connectionString } })

const server = createServer((incoming, outgoing) => {
  answer(incoming).then(
    (data) => {
      const text = JSON.stringify({ status: 'success', message: 'OK', data, status_code: 200 })
      outgoing
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text)
    },
    (error: Error) => outgoing.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

async function answer(incoming: IncomingMessage): Promise<unknown> {
  const holder = await selectKeyHolder(db, hashApiKey(String(incoming.headers['x-api-key'])))
  if (holder === null) throw new Error('no such key')
  const [, , organizationId = '', , projectId = '', , campaignId = ''] = (incoming.url ?? '')
    .split('?')[0]!
    .split('/')
  if (incoming.method === 'POST')
    return call(organizationId, projectId, campaignId, JSON.parse(await textOf(incoming)))
  return selectCampaigns(db, organizationId, projectId, { skip: 0, limit: 20 })
}

/** The statements of a call that is taken at once, and the same request to the carrier between them. */
async function call(
  organizationId: string,
  projectId: string,
  campaignId: string,
  customer: { phone_number: string },
) {
  const found = await selectCampaignForCalls(db, organizationId, projectId, campaignId)
  const campaign = found?.campaign
  if (!campaign?.caller_id_number || !campaign.voice_carrier_id) throw new Error('not ready')
  const now = new Date()
  const names = { organization_id: organizationId, project_id: projectId, campaign_id: campaignId }
  const { phone_number } = customer
  const row = { ...names, _id: uuidv7(), placed_by: 'queue' as const, phone_number, customer }
  const attempt = {
    _id: uuidv7(),
    voice_carrier_id: campaign.voice_carrier_id,
    phone_number,
    caller_id_number: campaign.caller_id_number,
    ring_timeout_seconds: campaign.ring_timeout_seconds,
    script: campaign.script,
    voice: campaign.voice,
    workflow_id: null,
    workflow_revision: null,
  }
  await insertCallAndAttempt(db, row, attempt, uuidv7(), now, new Date(now.getTime() + 30_000))
  const account = await selectCarrierAccount(db, organizationId, campaign.voice_carrier_id)
  const sid = await dial(account.api_url ?? '', account.account_sid, attempt)
  const accepted = { carrier_call_sid: sid, conversation_id: uuidv7(), ask_at: new Date(Date.now() + 50_000) }
  await updateAttemptAccepted(db, { ...names, _id: attempt._id, call_id: row._id }, accepted, new Date())
  return { success: true, campaign_queue_id: row._id, scheduled: false }
}

function dial(
  apiUrl: string,
  accountSid: string,
  { phone_number, caller_id_number }: { phone_number: string; caller_id_number: string },
) {
  const form = new URLSearchParams({
    To: phone_number,
    From: caller_id_number,
    Url: 'http://127.0.0.1:1/none',
  }).toString()
  const authorization = `Basic ${Buffer.from(`${accountSid}:a-token-of-the-sandbox`).toString('base64')}`
  const headers = {
    authorization,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': form.length,
  }
  return new Promise<string>((resolve, reject) => {
    const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Calls.json`
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      textOf(response).then((text) => resolve((JSON.parse(text) as { sid: string }).sid), reject)
    })
    sent.on('error', reject)
    sent.end(form)
  })
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
