import { selectSilentPeople } from '../../agents/conversation/queries.ts'
import { setMode } from '../../agents/conversation/set-mode.ts'
import type { AgentContext } from '../../agents/turn/turn-context.ts'
import type { Job } from '../../jobs/repeat.ts'

/**
 * Gives a chat that users answer back to its agent once none of them has written for 12 hours. The agent answers what
 * nobody has answered.
 */
export function returnChats(
  context: Pick<AgentContext, 'db' | 'clock' | 'newId' | 'recordOptOut' | 'hints' | 'agentMetrics'>,
): Job {
  const { db, clock, hints, agentMetrics } = context
  return {
    name: 'return chats',
    pauseMs: 30_000,
    run: async () => {
      const silent = await selectSilentPeople(db, clock.now())
      for (const { project_id, ...key } of silent) {
        const changed = await db.transaction((transaction) =>
          setMode(context, transaction, key, { mode: 'agent', by: null, summary: null, onlyIfSilent: true }),
        )
        if (changed !== true) continue
        agentMetrics.modes.inc({ mode: 'agent' })
        const { organization_id, conversation_id } = key
        hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
      }
      return silent.length > 0
    },
  }
}
