import type { Branch } from './definition.ts'

/**
 * Returns whether the branch's test is true for the value of its variable; a variable without a value is the empty
 * string. Capitals and final punctuation are ignored, because speech recognition adds them on its own.
 */
export function branchHolds(branch: Branch, value: string): boolean {
  if (branch.equals !== undefined) return sameAnswer(branch.equals, value)
  if (branch.one_of !== undefined) return branch.one_of.some((expected) => sameAnswer(expected, value))
  if (branch.contains !== undefined) {
    return [branch.contains].flat().some((phrase) => containsPhrase(value, phrase))
  }
  return (value.trim() === '') === branch.is_empty
}

function sameAnswer(expected: string | number | boolean, value: string): boolean {
  return answerForm(String(expected)) === answerForm(value)
}

function answerForm(text: string): string {
  return folded(text)
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s¿¡"“„«]+/u, '')
    .replace(/[\s.,;:!?…。！？，"”“»]+$/u, '')
}

/**
 * Returns whether the value contains the phrase as whole words: "no" is in "no, thanks" but not in "I don't know". In
 * scripts without blanks between words, the phrase may be anywhere.
 */
function containsPhrase(value: string, phrase: string): boolean {
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      phrase,
    )
  ) {
    return folded(value).includes(answerForm(phrase))
  }
  const words = wordForm(phrase)
  return words !== '' && ` ${wordForm(value)} `.includes(` ${words} `)
}

function wordForm(text: string): string {
  return folded(text)
    .split(/[^\p{L}\p{M}\p{N}'*#]+/u)
    .filter((word) => word !== '')
    .join(' ')
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'").trim()
}
