import { toCardinal } from 'n2words/ar-SA'
import { dateOf } from '../spoken-dates.ts'
import type { Around, CountedForms, SpokenLanguage, WrittenDate } from '../spoken-language.ts'

const months = 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' ')

/** Ordinals of days and hours up to ten, masculine and feminine; from eleven on they are made of these. */
const masculineOrdinals = 'الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر'.split(' ')
const feminineOrdinals =
  'الأولى الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة'.split(' ')

/** Broken plurals of feminine nouns, whose ending does not show their gender. */
const femininePlurals = /^\s+(?:دقائق|ثوان|ثواني|سنين|ليالي|ليال|مرات|رسائل|فواتير|خدمات)(?!\p{L})/u
/** Masculine nouns whose plural ends like a feminine one. */
const masculinePlurals =
  /^\s+(?:ريالات|دولارات|جنيهات|سنتات|طلبات|حسابات|ملفات|اتصالات|اجتماعات|إشعارات|كيلومترات|عنوانات)(?!\p{L})/u
const feminineNoun = /^\s+\p{L}+(?:ة|ات)(?!\p{L})/u

/** Arabic, in the standard language. Numbers of 3 to 10 take the other gender than what they count, as grammar asks. */
export const ar: SpokenLanguage = {
  code: 'ar',
  digits: ['صفر', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة'],
  decimalWord: () => 'فاصلة',
  comma: '،',
  minus: 'ناقص',
  plus: 'زائد',
  percent: 'بالمئة',
  rangeWord: 'إلى',
  signs: { '.': 'نقطة', '@': 'آت', '/': 'شرطة مائلة', '-': 'شرطة', _: 'شرطة سفلية', '+': 'زائد' },
  identifierWords:
    /(?<!\p{L})(?:رقم|برقم|رقمه|رقمها|رقمك|الرقم|رمز|الرمز|كود|الكود|تحويلة|طلب|الطلب|الفاتورة|فاتورة|غرفة|رحلة)(?: (?:هو|هي|رقم))?:? #?$/u,
  halves: String.raw`(?<am>صباحا|صباحًا|صباحاً|ص(?!\p{L})|AM\b)|(?<pm>مساء|مساءً|ظهرا|ظهرًا|ظهراً|م(?!\p{L})|PM\b)`,
  isMonthFirst: () => false,
  cardinal: agree,
  year: (value) => toCardinal(value),
  date: (date) => spokenDate(date),
  time({ hour, minute, half }) {
    const shown = hour % 12 === 0 ? 12 : hour % 12
    const part = half ?? (hour > 12 && hour < 24 ? 'pm' : hour === 0 || hour === 24 ? 'am' : null)
    const spokenHour = shown === 1 ? 'الواحدة' : ordinal(shown, 'feminine')
    const end = part === null ? '' : part === 'am' ? ' صباحا' : ' مساء'
    return `${spokenHour}${spokenMinute(minute)}${end}`
  },
  ownForms: (text) =>
    text.replace(
      new RegExp(
        String.raw`(?<![\p{L}\d])(?<day>\d{1,2}) (?:من )?(?<month>${months.join('|')}|ابريل|اغسطس|اكتوبر)(?!\p{L})(?:،? (?:عام |سنة )?(?<year>\d{4})(?!\d))?`,
        'gu',
      ),
      (found, ...rest: unknown[]) => {
        const groups = rest.at(-1) as { day: string; month: string; year?: string }
        const name = groups.month.replace(/^ا(?=بريل|غسطس|كتوبر)/, 'أ')
        const date = dateOf(
          Number(groups.day),
          months.indexOf(name) + 1,
          groups.year === undefined ? null : Number(groups.year),
        )
        return date === null ? found : spokenDate(date)
      },
    ),
  currencies: {
    USD: {
      major: { one: 'دولار', two: 'دولاران', few: 'دولارات', many: 'دولارا', other: 'دولار' },
      minor: { one: 'سنت', two: 'سنتان', few: 'سنتات', many: 'سنتا', other: 'سنت' },
    },
    EUR: {
      major: { other: 'يورو' },
      minor: { one: 'سنت', two: 'سنتان', few: 'سنتات', many: 'سنتا', other: 'سنت' },
    },
    GBP: {
      major: {
        one: 'جنيه إسترليني',
        two: 'جنيهان إسترلينيان',
        few: 'جنيهات إسترلينية',
        many: 'جنيها إسترلينيا',
        other: 'جنيه إسترليني',
      },
      minor: { one: 'بنس', two: 'بنسان', few: 'بنسات', many: 'بنسا', other: 'بنس' },
    },
    SAR: {
      major: { one: 'ريال', two: 'ريالان', few: 'ريالات', many: 'ريالا', other: 'ريال' },
      minor: { one: 'هللة', two: 'هللتان', few: 'هللات', many: 'هللة', other: 'هللة' },
      minorFeminine: true,
    },
    AED: {
      major: { one: 'درهم', two: 'درهمان', few: 'دراهم', many: 'درهما', other: 'درهم' },
      minor: { one: 'فلس', two: 'فلسان', few: 'فلوس', many: 'فلسا', other: 'فلس' },
    },
    EGP: {
      major: { one: 'جنيه', two: 'جنيهان', few: 'جنيهات', many: 'جنيها', other: 'جنيه' },
      minor: { one: 'قرش', two: 'قرشان', few: 'قروش', many: 'قرشا', other: 'قرش' },
    },
  },
  scales: { 6: 'مليون', 9: 'مليار' },
  joinMoney: (major, minor) => `${major} و${minor}`,
  signOf: () => undefined,
  counted,
}

/** With 1 the number follows the noun; with 2 the noun alone has its dual form: "دولار واحد", "دولاران". */
function counted(digits: string, forms: CountedForms, isFeminine: boolean): string {
  const form = forms[new Intl.PluralRules('ar').select(Number(digits))] ?? forms.other
  if (digits === '1') return `${form} ${isFeminine ? 'واحدة' : 'واحد'}`
  if (digits === '2' && forms.two !== undefined) return form
  return `${toCardinal(digits, { gender: isFeminine ? 'feminine' : 'masculine' })} ${form}`
}

function agree(digits: string, { after }: Around): string {
  const isFeminine =
    femininePlurals.test(after) || (feminineNoun.test(after) && !masculinePlurals.test(after))
  return toCardinal(digits, { gender: isFeminine ? 'feminine' : 'masculine' })
}

/** Returns the ordinal of 1 to 99 with its article. */
function ordinal(value: number, gender: 'masculine' | 'feminine'): string {
  const ordinals = gender === 'masculine' ? masculineOrdinals : feminineOrdinals
  if (value <= 10) return ordinals[value - 1]!
  const ones = value % 10
  const one = ones === 1 ? (gender === 'masculine' ? 'الحادي' : 'الحادية') : ordinals[ones - 1]
  if (value < 20) return `${one} ${gender === 'masculine' ? 'عشر' : 'عشرة'}`
  const tens = `ال${toCardinal(value - ones)}`
  return ones === 0 ? tens : `${one} و${tens}`
}

function spokenMinute(minute: number): string {
  if (minute === 0) return ''
  if (minute === 15) return ' والربع'
  if (minute === 30) return ' والنصف'
  if (minute === 1) return ' ودقيقة'
  if (minute === 2) return ' ودقيقتان'
  return ` و${toCardinal(minute, { gender: 'feminine' })} ${minute <= 10 ? 'دقائق' : 'دقيقة'}`
}

/** Names the year in the genitive, as it follows the word for year. */
function spokenDate(date: WrittenDate): string {
  const spoken = `${ordinal(date.day, 'masculine')} من ${months[date.month - 1]}`
  if (date.year === null) return spoken
  const year = toCardinal(date.year)
    .split(' ')
    .map((word) =>
      word
        .replace(/(?<=\p{L}{2})ان$/u, 'ين')
        .replace(/(?<=\p{L}{2})ون$/u, 'ين')
        .replace(/^(و?)اثنا$/u, '$1اثني'),
    )
    .join(' ')
  return `${spoken} عام ${year}`
}
