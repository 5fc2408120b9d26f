import { textAt } from './postgres-messages.ts'
import type { PostgresMessage } from './postgres-messages.ts'

/** What the database makes lasting in one go: a transaction, or a statement that stands alone. */
export interface Unit {
  isTransaction: boolean
  /** In the order in which they were sent. */
  statements: readonly string[]
}

/** Follows what a client asks on one connection. */
export interface StatementReader {
  /** Takes in a message; answers the unit that becomes lasting by it, null where none does. */
  read: (message: PostgresMessage) => Unit | null
  /** How many answers (`ReadyForQuery`) the client has coming for all that was read. */
  answersDue: () => number
}

export function createStatementReader(): StatementReader {
  /** Statements are sent once, and then named. */
  const texts = new Map<string, string>()
  let transaction: string[] | null = null
  let alone: string[] = []
  let answers = 0
  return {
    answersDue: () => answers,
    read: ({ type, body }) => {
      switch (type) {
        case '':
          answers++
          return null
        case 'P': {
          const name = textAt(body, 0)
          texts.set(name, textAt(body, Buffer.byteLength(name) + 1))
          return null
        }
        case 'B': {
          const portal = textAt(body, 0)
          const text = texts.get(textAt(body, Buffer.byteLength(portal) + 1)) ?? ''
          ;(transaction ?? alone).push(text)
          return null
        }
        case 'Q': {
          answers++
          const text = textAt(body, 0)
          const ended = transaction
          if (text === 'begin') transaction = []
          else if (text === 'commit' || text === 'rollback') transaction = null
          return text === 'commit' && ended !== null ? { isTransaction: true, statements: ended } : null
        }
        case 'S': {
          answers++
          if (transaction !== null) return null
          const statements = alone
          alone = []
          return { isTransaction: false, statements }
        }
        default:
          return null
      }
    },
  }
}
