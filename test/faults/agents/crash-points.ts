import type { CrashPoint } from '../crash-points.ts'

const both = ['api', 'worker'] as const

function within(statement: RegExp): CrashPoint['isAt'] {
  return ({ statements }) => statements.some((text) => statement.test(text))
}

/** The points of an agent's turn, in the order in which it reaches them. */
export const agentPoints: readonly CrashPoint[] = [
  { name: 'input', roles: both, isAt: within(/insert into agent_inputs\b/) },
  { name: 'turn', roles: both, isAt: within(/insert into agent_turns\b/) },
  { name: 'sentence', roles: both, isAt: within(/update agent_turns set first_text_at\b/) },
  { name: 'answer of the model', roles: both, isAt: within(/insert into model_usage_changes\b/) },
  { name: 'tool begun', roles: both, isAt: within(/insert into agent_steps\b[^]*'begun'/) },
  { name: 'tool ended', roles: both, isAt: within(/update agent_steps set state\b/) },
  { name: 'end of the turn', roles: both, isAt: within(/update agent_turns set state\b/) },
  { name: 'message reserved', roles: ['worker'], isAt: within(/insert into whatsapp_messages\b/) },
  { name: 'message sent', roles: ['worker'], isAt: within(/insert into whatsapp_message_statuses\b/) },
  { name: 'release', roles: both, isAt: within(/update agent_conversations c set lease_token = null\b/) },
  { name: 'session', roles: ['api'], isAt: within(/insert into relay_sessions\b/) },
]
