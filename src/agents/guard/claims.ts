import { RE2JS, RE2JSException } from 're2js'

/** The most claims of an agent, and the longest pattern in characters. */
export const claimsMax = 20
export const claimPatternCharsMax = 200

/** Instructions of one compiled pattern, a measure for the cost of matching. */
const claimSizeMax = 500

/** How much of what was said before is read with a sentence, since the first sentence may be cut in its midst. */
const contextChars = 200

/** Something that an agent may say only once a tool has succeeded: "your plan is renewed" needs `renew_plan`. */
export interface Claim {
  /** As the operator wrote it. */
  pattern: string
  /** The tool that has to succeed first. */
  needs: string
  expression: RE2JS
}

/** `fault`: completes "the pattern …" for the operator. */
export type ClaimReading = { kind: 'claim'; claim: Claim } | { kind: 'fault'; message: string }

/**
 * Compiles a claim. The pattern is a regular expression in RE2's dialect, matched anywhere in a sentence, without
 * regard to case. Matching takes linear time.
 */
export function readClaim(given: { pattern: string; needs: string }): ClaimReading {
  if (given.pattern.trim() === '') return fault('is empty')
  if (given.pattern.length > claimPatternCharsMax)
    return fault(`is longer than ${claimPatternCharsMax} characters`)
  try {
    const expression = RE2JS.compile(given.pattern.normalize(), RE2JS.CASE_INSENSITIVE)
    if (expression.programSize() > claimSizeMax)
      return fault('is too costly: repeat less, or use fewer Unicode classes')
    return expression.test('')
      ? fault('matches an empty text, so it would hold every sentence')
      : { kind: 'claim', claim: { ...given, expression } }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    // The message quotes a part of the pattern, which may be long.
    const said = error.message.replace(/^error parsing regexp: /, '').slice(0, 100)
    return fault(`is not a usable regular expression: ${said}`)
  }
}

/**
 * Returns the claim that a sentence makes and no tool backs (Rule 98); null if it may be said. Questions claim nothing.
 *
 * @param before what the agent said in this turn before the sentence, so that a cut within a sentence hides nothing.
 * @param succeeded the tools that succeeded in this conversation.
 */
export function findUnbackedClaim(
  sentence: string,
  { before, claims, succeeded }: { before: string; claims: readonly Claim[]; succeeded: ReadonlySet<string> },
): Claim | null {
  if (isQuestion(sentence)) return null
  // A line break of a chat parts no claim.
  const context = before.slice(-contextChars).normalize().replaceAll('\n', ' ').trimEnd()
  const said = sentence.normalize().trimStart()
  // Where the sentence was cut, there was a blank, or none in languages that write none.
  const contexts = context === '' ? [''] : [`${context} `, context]
  return (
    claims.find(
      (claim) =>
        !succeeded.has(claim.needs) &&
        contexts.some((each) => endsAfter(claim.expression, each + said, each.length)),
    ) ?? null
  )
}

/** Returns the sentence that asks the model once more. It goes to the model only. */
export function unbackedClaimText(claim: Claim): string {
  return `Your answer was held back: it says that something was done, but the tool ${claim.needs} has not succeeded in this conversation. Use the tool, or answer without saying so.`
}

/** Returns whether a match ends within the sentence: one that ends before it was judged with an earlier sentence. */
function endsAfter(expression: RE2JS, text: string, from: number): boolean {
  const matcher = expression.matcher(text)
  while (matcher.find()) if (matcher.end() > from) return true
  return false
}

function isQuestion(sentence: string): boolean {
  return /[?？؟]["'”’»)\s]*$/u.test(sentence)
}

function fault(message: string): ClaimReading {
  return { kind: 'fault', message }
}
