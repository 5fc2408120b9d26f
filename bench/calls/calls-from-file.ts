// How long a file of calls takes, from the request to the last row that is a call: node bench/calls/calls-from-file.ts
// [--rows 100000]. API and worker run in one process on a PostgreSQL with durable commits. Everybody of the file is
// new.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { applyDeclaration } from '../../src/operator/apply/apply-declaration.ts'
import { organization, scriptCampaign } from '../../test/support/declarations.ts'
import { makeToken, signInFirstOwner } from '../../test/support/users.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { startStage } from '../support/stage.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const count = Number(options.rows)
await using stage = await startStage()
const { databaseUrl, context } = await stage.createDatabase()
const campaigns = [scriptCampaign({ name: 'Script', status: 'paused' })]
const applied = await applyDeclaration(context, organization('Acme', 'http://127.0.0.1:9', { campaigns }))
assert.ok(applied.ok)
const [made] = applied.tree.organizations
const [project] = made!.projects
const program = await stage.start(['bench/calls/service.ts'], {
  DATABASE_URL: databaseUrl,
  SECRET_KEY: randomBytes(32).toString('base64'),
  CLOCK_AHEAD_MS: '0',
})
const token = await ownerToken()
const path = `${program.url}/api/organizations/${made!._id}/projects/${project!._id}/campaigns/${project!.campaigns[0]!._id}/call-batches`
const rows = Array.from(
  { length: count },
  (_, index) => `+1${[415, 212][index % 2]}${2_000_000 + (index >> 1)},Person ${index},p${index}@example.com`,
)
const file = ['phone_number,name,email', ...rows].join('\n')
const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }

const cpu = () => [cpuSeconds(program.pid), cpuSeconds(stage.postgresPid)] as const

const begun = performance.now()
const checked = await ask('POST', `${path}?dry_run=true`, file)
const given = performance.now()
const cpuBefore = cpu()
assert.equal(checked.accepted, count)
const batch = await ask('POST', path, file)
const stored = performance.now()
for (;;) {
  const { state, queued_count } = await ask('GET', `${path}/${batch._id}`)
  if (state === 'queued' && queued_count === count) break
  await sleep(100)
}
const queued = performance.now()
const [nodeCpu, postgresCpu] = cpu().map((used, index) => (used - cpuBefore[index]!).toFixed(1))
const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1)
console.log(
  `| rows | checked (dry run) s | checked and stored s | queued s | given to queued s | node CPU s | PostgreSQL CPU s |`,
)
console.log(
  `| ${count.toLocaleString('en-US')} | ${seconds(begun, given)} | ${seconds(given, stored)} | ${seconds(stored, queued)} | ${seconds(given, queued)} | ${nodeCpu} | ${postgresCpu} |`,
)

interface Answered {
  _id: string
  accepted: number
  state: string
  queued_count: number
}

async function ask(method: string, url: string, body?: string): Promise<Answered> {
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  const { data, message } = (await answer.json()) as { data: Answered; message: string }
  assert.equal(answer.status, 200, message)
  return data
}

async function ownerToken(): Promise<string> {
  const request = async (
    method: string,
    at: string,
    { body, headers: more = {} }: Record<string, unknown> = {},
  ) => {
    const answer = await fetch(program.url + at, {
      method,
      headers: { 'content-type': 'application/json', ...(more as Record<string, string>) },
      body: JSON.stringify(body ?? {}),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  const browser = await signInFirstOwner({
    request,
    context: { ...context, publicUrl: () => program.url },
  } as never)
  return (await makeToken(browser, 'editor')).token
}
