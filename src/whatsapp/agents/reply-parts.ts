/** The longest message of an agent, in characters. */
const partCharactersMax = 1_500
/** The most messages of one answer. `updateOpenTurnTakenOver` reads as many. */
const partsMax = 2

/**
 * Returns an answer as the messages that are sent: at most two of 1,500 characters, cut between sentences where that is
 * possible. What does not fit is left out. Empty for a text without words.
 */
export function replyParts(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest !== '' && parts.length < partsMax) {
    // The parts that follow hold no more.
    const least = rest.length - partCharactersMax * (partsMax - parts.length - 1)
    const part = rest.length <= partCharactersMax ? rest : rest.slice(0, cutAt(rest, least)).trimEnd()
    parts.push(part.toWellFormed())
    rest = rest.slice(part.length).trim()
  }
  return parts
}

/**
 * Returns where a text that is too long is cut: after a paragraph, a sentence or a word in its second half, else
 * anywhere.
 *
 * @param least fewer characters than these leave too much for what follows.
 */
function cutAt(text: string, least: number): number {
  const whole = text.slice(0, partCharactersMax + 1)
  const from = Math.max(partCharactersMax / 2, Math.min(least, partCharactersMax))
  const found = [/\n\s*\n/g, /[.!?…。！？]["')\]]*\s/g, /\s/g].flatMap((between) => {
    const last = [...whole.matchAll(between)].at(-1)
    return last === undefined || last.index < from ? [] : [last.index + last[0].length]
  })
  const at = Math.min(found[0] ?? partCharactersMax, partCharactersMax)
  const isInsideCharacter = /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
  return isInsideCharacter ? at - 1 : at
}
