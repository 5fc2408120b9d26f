import type { PlantedBug } from '../planted-bugs.ts'

const args = ['--only', 'agents']

/** The bugs for the part about agents. */
export const plantedAgentBugs: readonly PlantedBug[] = [
  {
    name: 'a turn that is answered without asking for the token of its lease',
    edits: [
      {
        file: 'src/agents/conversation/lease-queries.ts',
        find: 'where ${mine(key)} and lease_token = ${token} for share)',
        replace: 'where ${mine(key)} for share)',
      },
      {
        file: 'src/agents/turn/step-queries.ts',
        find: 'where ${mine(key)} and lease_token = ${token} returning project_id, agent_id',
        replace: 'where ${mine(key)} returning project_id, agent_id',
      },
      {
        file: 'src/agents/turn/turn-queries.ts',
        find: 'where ${mine(key)} and lease_token = ${token} returning conversation_id',
        replace: 'where ${mine(key)} returning conversation_id',
      },
    ],
    expects: ['the words of a chat answer', 'transcripts with a doubled message', 'writes at the observer'],
    args,
  },
  {
    name: 'a write that is repeated after an unknown outcome',
    edits: [
      {
        file: 'src/agents/tools/http-tool.ts',
        find: 'mayRunAgain: !isWrite || tool.idempotent',
        replace: 'mayRunAgain: true',
      },
    ],
    expects: ['writes at the observer'],
    args,
  },
]
