import { toCardinal, toOrdinal } from 'n2words/de-DE'
import { dateOf } from '../spoken-dates.ts'
import {
  aroundOf,
  type Around,
  type CountedForms,
  type SpokenLanguage,
  type WrittenDate,
} from '../spoken-language.ts'

const months = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

/** Common feminine nouns that follow "1". Others are taken for masculine or neuter, which share "ein". */
const feminine =
  /^\s+(?:Minute|Stunde|Sekunde|Woche|Nacht|Million|Milliarde|Person|Frage|Rechnung|Nachricht|Seite|Adresse|Nummer|Karte|Bestellung|Lieferung|Zahlung|Rate|Option|Lizenz|Mahnung|Firma|Kundin|\p{Lu}\p{L}*(?:ung|heit|keit|schaft|tion|tät|enz|anz))(?!\p{L})/u

/** The words for an abbreviated scale: with the number one, and after any other number. */
const scaleWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  Tsd: ['eintausend', 'Tausend'],
  Mio: ['eine Million', 'Millionen'],
  Mrd: ['eine Milliarde', 'Milliarden'],
}

/** German. Ordinals of dates are declined by the word before them. */
export const de: SpokenLanguage = {
  code: 'de',
  digits: ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'],
  decimalWord: () => 'Komma',
  comma: ',',
  minus: 'minus',
  plus: 'plus',
  percent: 'Prozent',
  rangeWord: 'bis',
  signs: { '.': 'Punkt', '@': 'at', '/': 'Schrägstrich', '-': 'Bindestrich', _: 'Unterstrich', '+': 'plus' },
  identifierWords:
    /(?<!\p{L})(?:\p{L}*nummer|Nr\.|PIN|\p{L}*code|Durchwahl|wählen Sie(?: die)?|Flug|Zimmer|endet auf)(?: (?:ist|lautet|die|ist die))?:? #?$/iu,
  halves: String.raw`(?<am>a\.?m\b\.?)|(?<pm>p\.?m\b\.?)|Uhr\b`,
  isMonthFirst: () => false,
  cardinal: agree,
  year,
  date: spokenDate,
  time({ hour, minute, half }) {
    const shown = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
    const spokenHour = shown === 1 ? 'ein' : toCardinal(shown)
    return minute === 0 ? `${spokenHour} Uhr` : `${spokenHour} Uhr ${toCardinal(minute)}`
  },
  ownForms: (text) =>
    text
      .replace(
        new RegExp(
          String.raw`(?<![\p{L}\d.,])(?<day>\d{1,2})\. ?(?<month>${months.join('|')})(?!\p{L})(?:,? (?<year>\d{4})(?!\d))?`,
          'gu',
        ),
        (found, ...rest: unknown[]) => {
          const groups = rest.at(-1) as { day: string; month: string; year?: string }
          const all = rest.at(-2) as string
          const at = rest.at(-3) as number
          const date = dateOf(
            Number(groups.day),
            months.indexOf(groups.month) + 1,
            groups.year === undefined ? null : Number(groups.year),
          )
          return date === null ? found : spokenDate(date, aroundOf(all, at, found.length))
        },
      )
      .replace(
        /(?<![\d.,/-])(\d{1,2})\.(\d{1,2})\.(?!\d)/g,
        (found, day: string, month: string, at: number, all: string) => {
          const date = dateOf(Number(day), Number(month), null)
          return date === null ? found : spokenDate(date, aroundOf(all, at, found.length))
        },
      )
      .replace(
        /(?<![\d.,:])([01]?\d|2[0-4])(?:\.([0-5]\d))? ?Uhr\b/g,
        (_, hour: string, minute: string | undefined) =>
          de.time({ hour: Number(hour), minute: Number(minute ?? 0), half: null }, { before: '', after: '' }),
      )
      .replace(
        /(?<=(?<![\p{L}])(der|die|das|dem|den|des|am|im|zum|beim|vom|zur|jeder|jede|jedes|jeden|Ihr|Ihre|Ihrer|Ihren|Ihrem) )(\d{1,4})\.(?= \p{L})/giu,
        (_, word: string, digits: string) => ordinalStem(digits) + endingAfter(word),
      )
      .replace(/(?<!\p{L})Nr\. ?(?=\d)/gu, 'Nummer ')
      .replace(
        /(?<![\p{L}\d.,])(\d[\d.,]{0,20}) ?(Tsd|Mio|Mrd)(?!\p{L})(?:\.(?= ?\p{L}))?/gu,
        (_, amount: string, short: string) => {
          const [one, many] = scaleWords[short]!
          return amount === '1' ? one : `${amount} ${many}`
        },
      ),
  currencies: {
    EUR: { major: { other: 'Euro' }, minor: { other: 'Cent' } },
    USD: { major: { other: 'Dollar' }, minor: { other: 'Cent' } },
    GBP: { major: { other: 'Pfund' }, minor: { one: 'Penny', other: 'Pence' } },
    CHF: { major: { other: 'Franken' }, minor: { other: 'Rappen' } },
    JPY: { major: { other: 'Yen' }, minor: null },
    INR: { major: { one: 'Rupie', other: 'Rupien' }, minor: { other: 'Paise' }, feminine: true },
    AED: { major: { other: 'Dirham' }, minor: { other: 'Fils' } },
  },
  scales: { 6: 'Millionen', 9: 'Milliarden' },
  joinMoney: (major, _minor, minorNumber) => `${major} ${minorNumber}`,
  signOf: () => undefined,
  counted,
}

function counted(digits: string, forms: CountedForms, isFeminine: boolean): string {
  const form = forms[new Intl.PluralRules('de').select(Number(digits))] ?? forms.other
  return `${digits === '1' ? (isFeminine ? 'eine' : 'ein') : toCardinal(digits)} ${form}`
}

/** Returns "ein" or "eine" for 1 before a noun, which German writes with a capital letter. */
function agree(digits: string, { after }: Around): string {
  if (digits !== '1' || !/^\s+\p{Lu}/u.test(after)) return toCardinal(digits)
  return feminine.test(after) ? 'eine' : 'ein'
}

function year(value: number): string {
  if (value < 1100 || value > 1999) return toCardinal(value)
  const rest = value % 100
  return `${toCardinal(Math.trunc(value / 100))}hundert${rest === 0 ? '' : toCardinal(rest)}`
}

/** Returns an ordinal without its ending. `n2words` has none of zero. */
function ordinalStem(digits: string): string {
  return Number(digits) === 0 ? 'nullt' : toOrdinal(digits).slice(0, -1)
}

/** Returns the ending of an adjective after the word: "der dritte", "am dritten". */
function endingAfter(word: string): string {
  return /^(?:der|die|das|jede|Ihre)$/i.test(word)
    ? 'e'
    : /^(?:jeder|Ihr)$/i.test(word)
      ? 'er'
      : /^jedes$/i.test(word)
        ? 'es'
        : 'en'
}

const declining =
  /(?<!\p{L})(der|am|vom|zum|dem|den|des|im|ab|bis|seit|vor|nach|und)(?:\s+\p{L}+tag,?(?: den| dem)?)?\s*$/iu

function spokenDate(date: WrittenDate, { before }: Around): string {
  const word = declining.exec(before)?.[1]
  const ending = word === undefined ? 'er' : word.toLowerCase() === 'der' ? 'e' : 'en'
  const spoken = `${toOrdinal(date.day).slice(0, -1)}${ending} ${months[date.month - 1]}`
  return date.year === null ? spoken : `${spoken} ${year(date.year)}`
}
