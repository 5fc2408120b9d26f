/** The longest message of an agent, in characters. WhatsApp takes 4,096 in a text. */
const replyCharactersMax = 3_000

/**
 * Returns an answer as the message that is sent: at most 3,000 characters, cut between sentences where that is
 * possible. What does not fit is left out. Empty for a text without words.
 *
 * It is one message, since WhatsApp may deliver two in either order.
 */
export function replyText(text: string): string {
  const whole = text.trim()
  const kept = whole.length <= replyCharactersMax ? whole : whole.slice(0, cutAt(whole)).trimEnd()
  return kept.toWellFormed()
}

/**
 * Returns where a text that is too long is cut: after a paragraph, a sentence or a word in its second half, else
 * anywhere.
 */
function cutAt(text: string): number {
  const whole = text.slice(0, replyCharactersMax + 1)
  const found = [/\n\s*\n/g, /[.!?…。！？]["')\]]*\s/g, /\s/g].flatMap((between) => {
    const last = [...whole.matchAll(between)].at(-1)
    return last === undefined || last.index < replyCharactersMax / 2 ? [] : [last.index + last[0].length]
  })
  const at = Math.min(found[0] ?? replyCharactersMax, replyCharactersMax)
  const isInsideCharacter = /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
  return isInsideCharacter ? at - 1 : at
}
