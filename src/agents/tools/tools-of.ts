import type { AgentConversation } from '../conversation/conversation.ts'
import type { AgentTool } from '../definition.ts'
import { endCall, pressKeys, switchLanguage, transfer } from './call-tools.ts'
import { handOver } from './hand-over.ts'
import { httpTool } from './http-tool.ts'
import { lookUp } from './look-up.ts'
import { openTicket } from './open-ticket.ts'
import type { RunnableTool } from './tool.ts'
import { updateProperty } from './update-property.ts'

/** A tool that the model may call. */
export interface OfferedTool extends RunnableTool {
  /** The kind in the declaration, for metrics. */
  kind: AgentTool['kind']
}

/**
 * Returns the tools of a conversation in the order of the declaration; those that only calls can use, on calls alone.
 */
export function toolsOf({ definition, channel_type }: AgentConversation): OfferedTool[] {
  return definition.tools.flatMap((tool) => {
    const runnable = runnableOf(tool, definition.languages)
    const isOffered = channel_type === 'voice' || (tool.kind !== 'transfer' && tool.kind !== 'press_keys')
    return isOffered && runnable !== null ? [{ ...runnable, kind: tool.kind }] : []
  })
}

function runnableOf(tool: AgentTool, languages: readonly string[]): RunnableTool | null {
  switch (tool.kind) {
    case 'look_up':
      return lookUp(tool.limit)
    case 'open_ticket':
      return openTicket
    case 'update_property':
      return updateProperty(tool)
    case 'transfer':
      return transfer(tool)
    case 'hand_over':
      return handOver
    case 'end_call':
      return endCall
    case 'press_keys':
      return pressKeys
    case 'switch_language':
      return languages.length > 1 ? switchLanguage(languages) : null
    case 'http':
      return httpTool(tool)
  }
}
