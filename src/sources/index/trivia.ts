import type { Chunk } from './document.ts'

const month = '(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\\p{L}{0,9}\\.?'
const date = `(?:\\d{1,4}[-./]\\d{1,2}[-./]\\d{1,4}|\\d{1,2}(?:st|nd|rd|th|\\.)? ${month},? \\d{4}|${month} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})`
const clock =
  '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?: ?[ap]\\.?m\\b\\.?)?(?: ?(?:z|utc|gmt|ce[s]?t|[+-]\\d{2}:?\\d{2}))?'
const moment = `(?:${date}(?:(?:,| at| um| à| a las|t)? ?${clock})?|${clock}(?:,? ${date})?)`
const made =
  '(?:last |zuletzt )?(?:updated|modified|generated|rendered|printed|retrieved|refreshed|accessed|aktualisiert|erstellt|gedruckt|abgerufen|stand|mise à jour|actualizado|aggiornato)'
const unit =
  '(?:seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|months?|sekunden?|minuten?|stunden?|tage?n?|wochen?|secondes?|heures?|jours?|segundos?|minutos?|horas?|días?)'
const ago = `(?:(?:\\d{1,5}|an?|one) ${unit} ago|just now|il y a \\d{1,5} ${unit}|hace \\d{1,5} ${unit})`

/**
 * Matches text that differs from one request of a page to the next: when it was generated, how often it was viewed, the
 * id of a session. Each pattern needs the words around the value, because a date, time or number alone may be real
 * content.
 */
const trivia = new RegExp(
  [
    `(?<!\\p{L})${made}(?: on| at| am| um| le| el| il)?:? ?(?:${moment}|${ago}|vor \\d{1,5} ${unit})`,
    `(?<!\\p{L})${ago}(?!\\p{L})`,
    `(?<![\\p{N}:])\\d{4}-\\d{2}-\\d{2}[t ]\\d{2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?: ?(?:z|utc|[+-]\\d{2}:?\\d{2}))?`,
    '(?<!\\p{L})(?:page |seite )?(?:generated|rendered|served|loaded) in [\\d.,]{1,15} ?(?:ms|s|milliseconds|seconds)(?!\\p{L})',
    '(?<![\\p{L}\\p{N}])\\d[\\d.,]{0,15}k? (?:page ?)?(?:views?|hits?|likes?|impressions?|aufrufe|vues)(?!\\p{L})',
    '(?<!\\p{L})(?:(?:(?:page ?)?views|hits|visitors|aufrufe|besucher):|visitor (?:no\\.?|number):?) ?#?\\d[\\d.,]{0,15}',
    '(?<!\\p{L})(?:session|request|trace|correlation|ray)[ -]?id(?:: ?|=| )[\\w-]{6,64}',
  ].join('|'),
  'giu',
)

/** Removes the parts of a text that differ from one request of the same page to the next. */
export function withoutTrivia(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(trivia, ' ').replaceAll(/\s+/g, ' ').trim()
}

/** Returns whether two texts differ in trivia only, wherever they were cut into passages. */
export function areSameButForTrivia(a: readonly Chunk[], b: readonly Chunk[]): boolean {
  return plainText(a) === plainText(b)
}

function plainText(chunks: readonly Chunk[]): string {
  const parts = chunks.flatMap(({ heading, text }, index) =>
    heading === chunks[index - 1]?.heading ? [text] : [heading, text],
  )
  return withoutTrivia(parts.join(' ').normalize('NFC'))
}
