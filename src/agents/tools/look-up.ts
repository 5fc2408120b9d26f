import { timedSearch } from '../../sources/search/timed-search.ts'
import type { NumberedPassage } from '../turn/turn-state.ts'
import { objectSchema, textArgument } from './tool.ts'
import type { RunnableTool } from './tool.ts'

const questionCharsMax = 500
/** The bound of all passages of one result together. */
const resultCharsMax = 4_000

const nothingFound = 'Nothing was found. Do not guess; say that you do not know.'

/** Searches the project's knowledge base. The model names the passages that it used by their numbers. */
export function lookUp(limit: number): RunnableTool {
  return {
    name: 'look_up',
    description: 'Searches the knowledge base. Use it before you answer a question about facts.',
    parameters: objectSchema({
      question: {
        type: 'string',
        minLength: 1,
        maxLength: questionCharsMax,
        description: 'A whole question.',
      },
    }),
    mayRunAgain: true,
    isWriteOnce: false,
    confirm: null,
    run: async (run) => {
      const { context, conversation } = run
      const { db, log, lookUpMs } = context
      const found = await timedSearch(
        { db, log, timeoutMs: lookUpMs, use: 'call' },
        { ...conversation, log: { conversation_id: conversation.conversation_id } },
        { question: textArgument(run, 'question'), limit },
      )
      if (found.length === 0) return { outcome: 'ok', text: nothingFound }
      const share = Math.floor(resultCharsMax / found.length)
      const passages: NumberedPassage[] = found.map((passage, index) => ({
        number: run.passagesBefore + index + 1,
        id: passage.source_id,
        title: passage.title === '' ? passage.source_name : passage.title,
        url: addressOf(passage),
      }))
      const lines = found.map(
        ({ text, heading }, index) =>
          `[${passages[index]!.number}] ${heading === '' ? '' : `${heading}: `}${text.slice(0, share).toWellFormed()}`,
      )
      return { outcome: 'ok', text: lines.join('\n'), passages }
    },
  }
}

function addressOf({ page_url, anchor }: { page_url: string | null; anchor: string | null }): string | null {
  return page_url === null || anchor === null ? page_url : `${page_url}#${anchor}`
}
