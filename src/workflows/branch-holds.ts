import type { Branch } from './definition.ts'

/**
 * Whether the branch's test holds for the value of its variable; a variable without a value is the empty string. Answers
 * come from speech recognition, which adds capitals and full stops of its own, so that neither counts.
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
 * Whether the phrase is within the value as whole words: "no" is in "no, thanks" and not in "I don't know". A phrase in
 * a script that writes no blanks between words is looked for anywhere.
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
