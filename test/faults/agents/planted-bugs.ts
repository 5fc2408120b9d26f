import type { PlantedBug } from '../planted-bugs.ts'

/** Faults under which two processes lead the same turn, and hardly any others. */
const overtaken = [
  '--only',
  'agents',
  '--lines',
  '2',
  '--kills',
  '6',
  '--every-ms',
  '4000',
  '--kinds',
  'overtake',
]
/** Faults after which nobody knows whether a write was done. */
const cutOff = [
  '--only',
  'agents',
  '--lines',
  '2',
  '--kills',
  '8',
  '--every-ms',
  '2500',
  '--kinds',
  'crash_at_write',
]

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
        file: 'src/agents/turn/turn-queries.ts',
        find: 'set tokens = tokens + ${input + output}\n      where ${mine(key)} and lease_token = ${token} returning',
        replace: 'set tokens = tokens + ${input + output}\n      where ${mine(key)} returning',
      },
      {
        file: 'src/agents/turn/turn-queries.ts',
        find: 'else closing_since end\n      where ${mine(key)} and lease_token = ${token} returning',
        replace: 'else closing_since end\n      where ${mine(key)} returning',
      },
    ],
    expects: ['the words of a chat answer', 'transcripts with a doubled message', 'writes at the observer'],
    args: overtaken,
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
    args: cutOff,
  },
  {
    name: 'messages on WhatsApp that are answered one by one',
    edits: [
      {
        file: 'src/agents/conversation/queries.ts',
        find: "), 0) * interval '1 second'`",
        replace: "), 0) * interval '0 second'`",
      },
    ],
    expects: ['turns before a burst was gathered'],
    args: overtaken,
  },
]
