import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addAgent, leadConversation, startAgentService } from '../../../test/support/agents.ts'
import type { AgentService } from '../../../test/support/agents.ts'
import { eventually } from '../../../test/support/service.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import { appendServiceLine } from './call-queries.ts'
import { updateEnded } from './queries.ts'

let world: AgentService
before(async () => {
  world = await startAgentService()
})
after(() => world[Symbol.asyncDispose]())

/** Returns the lines of a call whose session adds "Cut off." while another transaction adds "Goodbye." */
async function linesOf({ ends }: { ends: boolean }): Promise<string[]> {
  const { context } = world.service
  const { key } = await leadConversation(world, await addAgent(world))
  const now = context.clock.now()
  await appendServiceLine(context.db, key, 'Hello.', now)
  const { added } = await context.db.transaction(async (transaction) => {
    await appendServiceLine(transaction, key, 'Goodbye.', now)
    if (ends) await updateEnded(transaction, key, now)
    const adding = appendServiceLine(context.db, key, 'Cut off.', now)
    await eventually('the line waits for the other', async () => {
      const waiting = await context.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting.length > 0 ? true : null
    })
    return { added: adding }
  })
  await added
  const lines = await context.db.query<{ text: string }>(sql`
    select text from conversation_lines where conversation_id = ${key.conversation_id} order by turn, line`)
  return lines.map(({ text }) => text)
}

describe('a line of the service that is added while another one is', () => {
  it('follows it', async () => {
    assert.deepEqual(await linesOf({ ends: false }), ['Hello.', 'Goodbye.', 'Cut off.'])
  })

  it('is left out where the agent’s part ends with it', async () => {
    assert.deepEqual(await linesOf({ ends: true }), ['Hello.', 'Goodbye.'])
  })

  it('is asked for once where the agent’s part is over', async () => {
    const { db, clock } = world.service.context
    const { key } = await leadConversation(world, await addAgent(world))
    await db.transaction((transaction) => updateEnded(transaction, key, clock.now()))
    let statements = 0
    const counting: Queryable = {
      ...db,
      write: (statement) => {
        statements++
        return db.write(statement)
      },
    }
    await appendServiceLine(counting, key, 'Cut off.', clock.now())
    assert.equal(statements, 1)
  })
})
