import type { Job } from '../../jobs/repeat.ts'
import { rowByRow } from '../../jobs/row-by-row.ts'
import type { RowContext } from '../../jobs/row-by-row.ts'
import { selectAgentConversation } from '../conversation/queries.ts'
import { unknownText } from '../tools/http-tool.ts'
import { toolsOf } from '../tools/tools-of.ts'
import { endToolStep } from '../turn/end-tool-step.ts'
import { nextLostRunDue, selectLostRuns, updateToolStep } from '../turn/step-queries.ts'
import type { LostRun } from '../turn/step-queries.ts'
import type { AgentContext } from '../turn/turn-context.ts'

const lostText = 'The result was lost.'

/**
 * Ends tool runs whose process died and whose turn is over, because the customer hung up or a person took over. A lost
 * write counts as unknown and opens a ticket (Promise 54).
 */
export function endLostRuns(
  context: Pick<AgentContext, 'db' | 'clock' | 'newId' | 'log' | 'agentMetrics'> & RowContext,
): Job {
  const { db, clock } = context
  const name = 'end lost runs of tools'
  const rows = rowByRow(context, name)
  return {
    name,
    pauseMs: 30_000,
    due: () => nextLostRunDue,
    run: async () => {
      const now = clock.now()
      const lost = await selectLostRuns(db, rows.leftAlone(now), now)
      await rows.each(lost, now, (run) => endLostRun(context, run))
      return lost.length > 0
    },
  }
}

async function endLostRun(
  context: Pick<AgentContext, 'db' | 'clock' | 'newId' | 'log' | 'agentMetrics'>,
  { organization_id, _id: conversation_id, turn, step: number, content }: LostRun,
): Promise<void> {
  const conversation = await selectAgentConversation(context.db, { organization_id, conversation_id })
  if (conversation === null) throw new Error('a run of a tool has no conversation')
  const key = { organization_id, conversation_id, turn }
  if (content.name === undefined) {
    // Its words were removed, so nobody could look after it.
    await updateToolStep(context.db, key, { number, state: 'done', content }, context.clock.now())
    return
  }
  const tool = toolsOf(conversation).find((each) => each.name === content.name)
  const ended =
    tool === undefined || tool.isWriteOnce
      ? ({ state: 'unknown', outcome: 'unknown', result: unknownText } as const)
      : ({ state: 'done', outcome: 'failed', result: lostText } as const)
  const { state, ...result } = ended
  if (!(await endToolStep(context, conversation, key, { number, state, content: { ...content, ...result } })))
    return
  context.agentMetrics.tools.inc({ tool: tool?.kind ?? 'none', outcome: ended.outcome })
  if (state === 'unknown')
    context.log.warn(
      { organization_id, conversation_id, turn },
      'a process died before it knew whether a tool had its effect; a ticket is open',
    )
}
