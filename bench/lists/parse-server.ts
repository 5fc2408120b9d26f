import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { sql } from '../../src/db/sql.ts'
import { insertInBulk } from '../support/bulk-insert.ts'
import type { Program, Stage } from '../support/stage.ts'

/** Parse Server with our conversations in a class of its own. */
export interface ParsePeer {
  program: Program
  /** Requests the 20 newest conversations of a project with one status, and their number. */
  listPath: (projectId: string, status: string) => string
  withMasterKey: Record<string, string>
  /** A user who may read the conversations, so that access rules are checked. */
  withSession: Record<string, string>
}

const folder = path.join(import.meta.dirname, '../peers/parse-server')
const textFields =
  'organization_id project_id channel_type conversation_type status phone_number campaign_id customer_profile_id'
const dateFields = ['start_time', 'answered_at', 'end_time']

/**
 * Starts Parse Server on the database of our conversations, installs it where it is missing, and copies them into its
 * class.
 */
export async function startParsePeer(stage: Stage, databaseUrl: string): Promise<ParsePeer> {
  if (!existsSync(path.join(folder, 'node_modules')))
    await promisify(execFile)('npm', ['ci', '--omit=optional', '--no-audit', '--no-fund'], { cwd: folder })
  const { host, user, database } = new Client({ connectionString: databaseUrl })
  const masterKey = randomUUID()
  const program = await stage.start([path.join(folder, 'server.ts')], {
    PGHOST: host,
    PGUSER: user ?? '',
    PGDATABASE: database ?? '',
    PARSE_MASTER_KEY: masterKey,
  })
  const application = { 'x-parse-application-id': 'bench' }
  const withMasterKey = { ...application, 'x-parse-master-key': masterKey }
  await post(`${program.url}/schemas/Conversation`, withMasterKey, {
    className: 'Conversation',
    fields: Object.fromEntries([
      ...textFields.split(' ').map((name) => [name, { type: 'String' }]),
      ...dateFields.map((name) => [name, { type: 'Date' }]),
      ['duration_seconds', { type: 'Number' }],
    ]),
  })
  const reader = await post(`${program.url}/users`, application, {
    username: 'reader',
    password: randomUUID(),
  })
  await copyConversations(databaseUrl, String(reader['objectId']))
  return {
    program,
    listPath: (project_id, status) => {
      const where = JSON.stringify({ project_id, status })
      const query = new URLSearchParams({ where, order: '-start_time', limit: '20', count: '1' })
      return `/classes/Conversation?${query.toString()}`
    },
    withMasterKey,
    withSession: { ...application, 'x-parse-session-token': String(reader['sessionToken']) },
  }
}

async function copyConversations(databaseUrl: string, readerId: string): Promise<void> {
  await insertInBulk(databaseUrl, ['"Conversation"'], async ({ run }) => {
    await run(sql`
      insert into "Conversation" ("objectId", "createdAt", "updatedAt", _rperm, _wperm, organization_id, project_id,
        channel_type, conversation_type, status, phone_number, campaign_id, customer_profile_id, start_time, answered_at,
        end_time, duration_seconds)
      select _id, created_at, created_at, array[${readerId}::text], '{}', organization_id, project_id, channel_type,
        conversation_type, status, phone_number, campaign_id, profile_id, start_time, answered_at, end_time,
        duration_seconds
      from conversations order by created_at`)
    await run(sql`create index on "Conversation" (project_id, status, start_time desc)`)
  })
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`Parse Server answered ${response.status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
