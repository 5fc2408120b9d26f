// Runs `switchboard doctor` on services with and without faults in their setup.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import { eventually, startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { sql } from '../db/sql.ts'
import type { Finding } from '../operator/doctor/check.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-doctor-'))
let service: Service
before(async () => {
  service = await startService()
  service.startWorker()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

async function doctor(
  environment: Record<string, string> = {},
  run = runCommandHere,
): Promise<{ status: unknown; checks: Finding[] }> {
  const { status, stdout } = await run(['doctor', '--json'], {
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: folder,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: service.url,
    ...environment,
  })
  return { status, checks: (JSON.parse(stdout) as { checks: Finding[] }).checks }
}

const failed = (checks: Finding[]) =>
  checks.filter(({ status }) => status === 'fail').map(({ check }) => check)

describe('switchboard doctor', () => {
  it('finds no fault in a sound setup', async () => {
    await eventually('the worker has reported', async () => {
      const rows = await service.context.db.query(sql`select 1 from workers`)
      return rows.length > 0 ? true : null
    })
    const { status, checks } = await doctor({}, runCommand)
    assert.deepEqual(failed(checks), [])
    assert.equal(status, 0)
    const names = checks.map(({ check }) => check)
    for (const name of [
      'database',
      'clock',
      'migrations',
      'worker',
      'events',
      'secret key',
      'public address',
      'folders',
    ])
      assert.ok(names.includes(name), name)
    assert.ok(names.some((name) => name.startsWith('carrier account Acme / ')))
    assert.equal(checks.find(({ check }) => check === 'worker')?.status, 'ok')
  })

  it('says what to do about key, address and folder, and exits with 1', async () => {
    writeFileSync(path.join(folder, 'demo.key'), '')
    chmodSync(path.join(folder, 'demo.key'), 0o644)
    const faulty = {
      SECRET_KEY: Buffer.alloc(32, 8).toString('base64'),
      PUBLIC_URL: 'http://127.0.0.1:1',
    }
    const { status, checks } = await doctor(faulty, runCommand)
    assert.equal(status, 1)
    for (const check of ['secret key', 'public address', 'folders'])
      assert.ok(failed(checks).includes(check), check)
    assert.equal(checks.find(({ check }) => check === 'folders')?.mend, `run chmod 600 ${folder}/demo.key`)
    for (const { status: found, mend } of checks) assert.equal(mend === null, found === 'ok')
    rmSync(path.join(folder, 'demo.key'))
  })

  it('counts every stored secret that the key does not open, also of models, tools, webhooks and second factors', async () => {
    const { db } = service.context
    const counted = async () => {
      const { checks } = await doctor()
      return checks.find(({ check }) => check === 'secret key')?.message
    }
    const sound = await counted()
    const other = createSecretBox(Buffer.alloc(32, 8)).seal('secret')
    await db.write(sql`
      with agent as (
        insert into agents (organization_id, project_id, _id, name, created_at, updated_at)
        values (${service.organizationId}, ${service.projectId}, ${service.projectId}, 'desk', now(), now())
      ), tool as (
        insert into agent_tool_secrets (organization_id, agent_id, tool, secret)
        values (${service.organizationId}, ${service.projectId}, 'look', ${other})
      )
      insert into model_accounts (organization_id, project_id, _id, name, kind, base_url, model, api_key, created_at,
        updated_at)
      values (${service.organizationId}, ${service.projectId}, gen_random_uuid(), 'quick', 'openai_compatible',
        'https://models.example/v1', 'small', ${other}, now(), now())`)
    assert.equal(sound, 'opens the 1 stored secrets')
    assert.equal(await counted(), 'does not open 2 of 3 stored secrets')
    await db.write(sql`delete from agent_tool_secrets`)
    await db.write(sql`delete from model_accounts`)
    await db.write(sql`delete from agents`)
  })

  it('says that the provider rejects an account’s credentials', async () => {
    await service.context.db.query(
      sql`update voice_carriers set auth_token = ${service.context.secretBox.seal('wrong')}`,
    )
    const { status, checks } = await doctor()
    assert.equal(status, 1)
    assert.ok(failed(checks).every((check) => check.startsWith('carrier account ')))
    assert.match(checks.find(({ status: found }) => found === 'fail')?.mend ?? '', /switchboard apply/)
  })

  it('does not take another program for the service', async () => {
    await using other = createServer((_request, response) => response.end('<html>Welcome</html>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { checks } = await doctor({ PUBLIC_URL: `http://127.0.0.1:${port}` })
    const found = checks.find(({ check }) => check === 'public address')
    assert.equal(found?.status, 'fail')
    assert.match(found.message, /\/healthz answers with something else than this service$/)
  })

  it('says that it has not checked the accounts after the first hundred', async () => {
    const { db } = service.context
    const left = async () =>
      (await doctor()).checks.filter(({ check }) => check === 'carrier accounts').map(({ status }) => status)
    assert.deepEqual(await left(), [])
    await db.write(sql`
      insert into voice_carriers
      select (jsonb_populate_record(c, jsonb_build_object('_id', gen_random_uuid(), 'name', c.name || n))).*
      from voice_carriers c, generate_series(1, 100) n`)
    assert.deepEqual(await left(), ['warn'])
    await db.write(sql`delete from voice_carriers where name ~ '[0-9]$'`)
  })

  it('says in one line that the database does not answer', async () => {
    const { status, checks } = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    assert.equal(status, 1)
    assert.deepEqual(failed(checks), ['database'])
  })
})
