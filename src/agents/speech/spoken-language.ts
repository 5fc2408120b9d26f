/** A moment of a day as it was written. `half` is null where neither a.m. nor p.m. stood beside it. */
export interface WrittenTime {
  /** 0 to 24. */
  hour: number
  minute: number
  half: 'am' | 'pm' | null
}

/** A day of the calendar. `year` is null where none was written. */
export interface WrittenDate {
  day: number
  /** 1 to 12. */
  month: number
  year: number | null
}

/** The text around what is spoken, for languages that inflect. Both may be empty. */
export interface Around {
  before: string
  after: string
}

const aroundMax = 80

/** Returns at most 80 characters before and after a place, which is more than any rule looks at. */
export function aroundOf(all: string, at: number, length: number): Around {
  const end = at + length
  return { before: all.slice(Math.max(0, at - aroundMax), at), after: all.slice(end, end + aroundMax) }
}

/** The names of a currency by the category of `Intl.PluralRules`. `other` stands for those that are left out. */
export type CountedForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** How many zeros stand for a million or a billion. */
export type ScaleZeros = 6 | 9

export interface CurrencyWords {
  major: CountedForms
  /** Null where the currency has no hundredths in use. */
  minor: CountedForms | null
  /** The grammatical gender of the major unit, masculine where it is left out. */
  feminine?: boolean
  /** The grammatical gender of the minor unit. */
  minorFeminine?: boolean
}

/** How one language speaks what is written with digits and signs. All words are in the form that a voice reads. */
export interface SpokenLanguage {
  /** Its code of ISO 639, such as `en`. */
  code: string
  /** What digits are called, 0 to 9. */
  digits: readonly string[]
  /** Stands between a number and its decimals. `locale` is the whole BCP 47 tag. */
  decimalWord(locale: string): string
  /** Parts the groups of a phone number, where a voice pauses. */
  comma: string
  minus: string
  plus: string
  percent: string
  /** Between the ends of a range, such as "to". */
  rangeWord: string
  /** Signs within addresses by what they are called. */
  signs: Readonly<Record<'.' | '@' | '/' | '-' | '_' | '+', string>>
  /**
   * Words before a number of three digits or more that is an identifier and no quantity, such as "code", as a pattern.
   */
  identifierWords: RegExp
  /**
   * Written a.m. and p.m. after a time, as the source of a pattern with groups `am` and `pm`, and other words to drop.
   */
  halves: string
  /** Whether numeric dates such as 3/4/2026 begin with the month. */
  isMonthFirst(locale: string): boolean
  cardinal(digits: string, around: Around): string
  /** Returns a year of four digits. */
  year(year: number): string
  date(date: WrittenDate, around: Around): string
  time(time: WrittenTime, around: Around): string
  /** Speaks dates with the name of a month, ordinals and other forms that only this language writes. */
  ownForms(text: string): string
  currencies: Readonly<Record<string, CurrencyWords>>
  /** The words for a million and a billion after a number with decimals, such as "two point five". */
  scales: Readonly<Record<ScaleZeros, string>>
  /** Joins "29 dollars" and "99 cents". */
  joinMoney(major: string, minor: string, minorNumber: string): string
  /** The ISO 4217 code of a sign that several currencies share, by region, such as `$` in Mexico. */
  signOf(sign: string, region: string | undefined): string | undefined
  /** Returns "one dollar": the number with its counted word. The forms were chosen already. */
  counted(digits: string, forms: CountedForms, feminine: boolean): string
}
