import { textAt } from './postgres-messages.ts'
import type { PostgresMessage } from './postgres-messages.ts'

/** A unit that the database commits: a transaction, or a single statement. */
export interface Unit {
  isTransaction: boolean
  /** The statements in the order in which they were sent. */
  statements: readonly string[]
}

/** Follows the messages of a client on one connection. */
export interface StatementReader {
  /** Reads a message and returns the unit that it commits; null if it commits none. */
  read: (message: PostgresMessage) => Unit | null
  /** Returns how many answers (`ReadyForQuery`) the messages so far will get. */
  answersDue: () => number
}

export function createStatementReader(): StatementReader {
  /** The statements by name: each is sent once, and then named. */
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
