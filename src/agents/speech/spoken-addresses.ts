import type { SpokenLanguage } from './spoken-language.ts'
import { speakDigits } from './spoken-phones.ts'

/**
 * Ends of host names that are taken for an address even where nothing else says so. Others need `https://` or `www.`.
 */
const topLevel =
  'com|org|net|edu|gov|io|ai|app|dev|co|info|biz|eu|us|uk|de|es|at|ch|mx|ar|cl|br|fr|nl|ca|au|ae|sa|eg|qa|kw|jo|ma|example|test|online|shop|store|site|cloud|tech'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const path = String.raw`(?::\d{2,5})?(?:\/[\w\-.~%+@/]*)?(?:[?#][^\s"'<>)\]]*)?`
const address = new RegExp(
  [
    String.raw`(?<![\w@.])(?<mailbox>[a-z0-9](?:[\w.+-]{0,62}[a-z0-9_])?@(?:${label}\.){1,6}[a-z]{2,24})(?![\w@])`,
    String.raw`(?<![\w@.])(?:https?:\/\/(?:www\.)?|www\.)(?<marked>(?:${label}\.){0,6}${label}${path})`,
    String.raw`(?<![\w@.])(?<bare>(?:${label}\.){1,6}(?:${topLevel})(?![\w-]|\.[a-z0-9])${path})`,
  ].join('|'),
  'giu',
)

/**
 * Speaks addresses of mail and of pages: "acme dot com slash help". The scheme, `www.`, a port and what follows a
 * question mark or a hash are left out, since nobody writes them down from a call.
 */
export function speakAddresses(text: string, language: SpokenLanguage): string {
  return text.replace(address, (found: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Partial<Record<'mailbox' | 'marked' | 'bare', string>>
    const ending = /[.,;:!?/]*$/.exec(found)![0]
    const written = (groups.mailbox ?? groups.marked ?? groups.bare ?? '').slice(
      0,
      ending === '' ? undefined : -ending.length,
    )
    const spoken = written
      .replace(/[?#].*$/s, '')
      .replace(/:\d{2,5}(?=\/|$)/, '')
      .replace(/\/+$/, '')
      .replace(/[.@/_+-]/g, (sign) => ` ${language.signs[sign as keyof SpokenLanguage['signs']]} `)
      .replace(/\d+/g, (digits) => ` ${speakDigits(digits, language)} `)
      .replace(/\s+/g, ' ')
      .trim()
    return spoken + ending.replaceAll('/', '')
  })
}
