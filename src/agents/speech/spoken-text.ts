import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { speakAddresses } from './spoken-addresses.ts'
import { speakDates, speakTimes } from './spoken-dates.ts'
import type { SpokenLanguage } from './spoken-language.ts'
import { speakMoney, speakPercent } from './spoken-money.ts'
import { speakNumbers } from './spoken-numbers.ts'
import { speakPhoneNumbers } from './spoken-phones.ts'
import { stripMarkup } from './strip-markup.ts'

const languages: Readonly<Record<string, SpokenLanguage>> = { ar, de, en, es }

/**
 * Returns what a voice speaks for a piece of an agent's text. It has no Markdown and no emoji. Addresses are spoken as
 * "acme dot com", phone numbers and identifiers digit by digit, and money, decimals, dates, times, percent and ordinals
 * as words. Numbers are spoken here because speech providers read them in different ways, and some of them wrongly.
 *
 * @param language a BCP 47 tag, such as `en-US`. Texts of languages without a table only lose their markup. A region
 * decides which sign begins decimals, and whether 3/4/2026 is in March or in April.
 */
export function spokenText(text: string, language: string): string {
  const plain = stripMarkup(text, 'voice')
  const locale = readLocale(language)
  const spoken = locale === null ? undefined : languages[locale.language]
  const isSpelled = spoken !== undefined && /[\p{Nd}@]|\p{L}\.\p{L}/u.test(plain)
  return (isSpelled ? speak(westernDigits(plain), spoken, locale!) : plain).replace(/[\u00A0\u202F]/g, ' ')
}

function speak(text: string, language: SpokenLanguage, locale: Intl.Locale): string {
  const tag = locale.toString()
  // Each step leaves words only, so that no later one reads them again. What is longest is read first.
  let spoken = speakAddresses(text, language)
  spoken = speakDates(spoken, language, tag)
  spoken = speakTimes(spoken, language)
  spoken = speakMoney(spoken, language, locale)
  spoken = speakPercent(spoken, language, tag)
  spoken = language.ownForms(spoken)
  spoken = speakPhoneNumbers(spoken, language)
  return speakNumbers(spoken, language, tag)
}

/** Returns null for what is no BCP 47 tag. */
function readLocale(language: string): Intl.Locale | null {
  try {
    return new Intl.Locale(language)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Returns the text with Arabic digits and their separators as Western ones. */
function westernDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/(?<=\d)٫(?=\d)/g, '.')
    .replace(/(?<=\d)٬(?=\d)/g, ',')
    .replace(/(?<=\d)\s?٪/g, '%')
}
