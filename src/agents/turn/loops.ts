import { wordsOf } from '../../base/words-of.ts'

/** Texts of one person that are the same, one after another, before they count as those of a machine. */
const sameTextsMax = 3
/** How many answers one person gets within an hour before the conversation goes to a colleague. */
const answersAnHourMax = 20
const hourMs = 3_600_000

export interface ToolUse {
  name: string
  /** A JSON value. */
  arguments: unknown
}

/** Returns a text that is the same for the same tool and arguments, in whatever order their members are. */
export function useKey({ name, arguments: given }: ToolUse): string {
  return JSON.stringify([name, given], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

export type MachineSign = 'same_text' | 'many_answers'

/**
 * Returns why the other side of a chat seems to be a machine; null if it does not. Either the last three texts are the
 * same apart from case and punctuation, or this would be more than the 20th answer within an hour.
 *
 * @param texts what came from the other side, oldest first.
 * @param answeredAt when the agent answered, in any order.
 */
export function findMachineSign(
  texts: readonly string[],
  answeredAt: readonly Date[],
  now: Date,
): MachineSign | null {
  const [first, ...others] = texts.slice(-sameTextsMax).map((text) => wordsOf(text).join(' ') || text.trim())
  if (others.length === sameTextsMax - 1 && first !== '' && others.every((each) => each === first))
    return 'same_text'
  const recent = answeredAt.filter((at) => now.getTime() - at.getTime() < hourMs)
  return recent.length >= answersAnHourMax ? 'many_answers' : null
}
