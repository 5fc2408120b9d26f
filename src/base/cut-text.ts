/** Returns the beginning of a text, at most so many UTF-16 units, and no half of a character at its end. */
export function cutText(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replace(/[\uD800-\uDBFF]$/, '')
}
