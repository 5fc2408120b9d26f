import type { Fault } from '../faults.ts'
import { callTable } from './tables/calls.ts'
import { configurationTable } from './tables/configuration.ts'
import { conversationTable } from './tables/conversations.ts'
import { eventTable } from './tables/events.ts'
import { guardTable } from './tables/guards.ts'
import { keyTable } from './tables/keys.ts'
import { knowledgeTable } from './tables/knowledge.ts'
import { requestTable } from './tables/requests.ts'
import { roleTable } from './tables/roles.ts'
import { signInTable } from './tables/sign-in.ts'
import { whatsappTable } from './tables/whatsapp.ts'

/**
 * Every refusal of the service: its HTTP status, and its sentence in `docs/errors.md`, which has the same order (a test
 * compares them).
 */
export const refusalTable = {
  ...requestTable,
  ...keyTable,
  ...signInTable,
  ...roleTable,
  ...configurationTable,
  ...callTable,
  ...guardTable,
  ...conversationTable,
  ...whatsappTable,
  ...knowledgeTable,
  ...eventTable,
}

export type RefusalCode = keyof typeof refusalTable

/**
 * A refused request. Only `http/error-handler.ts` turns it into an answer. The message says what is wrong, where, and
 * what is expected.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What is wrong with the input, by its place; the management API answers with them. */
  readonly faults: readonly Fault[]

  constructor(
    code: RefusalCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    faults: readonly Fault[] = [],
  ) {
    super(message)
    this.code = code
    this.status = refusalTable[code].status
    this.headers = headers
    this.faults = faults
  }
}
