import { toCardinal, toOrdinal } from 'n2words/es-ES'
import { dateOf } from '../spoken-dates.ts'
import type { Around, CountedForms, SpokenLanguage, WrittenDate } from '../spoken-language.ts'

const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** Regions whose `$` is a peso. The United States, Ecuador, El Salvador and Puerto Rico pay in dollars. */
const pesos = new Set(['MX', 'AR', 'CL', 'CO', 'UY', 'DO', 'CU'])

/** Words after a number that it does not count: "21 de mayo", "1 o 2". */
const notCounted = /^\s+(?:de|del|o|u|y|e|a|al|en|por|para|con|que|es|son|más|menos|como|si|no|se|le|lo)\b/iu
/** Nouns that end like feminine ones and are masculine. */
const masculine =
  /^\s+(?:días?|mapas?|problemas?|programas?|sistemas?|idiomas?|temas?|planetas?|clientes?|gramas?|kilogramas?)\b/iu
const feminine =
  /^\s+\p{L}*(?:as?|ción|ciones|sión|siones|dad|dades|tad|tades|veces|noches?|llaves?|clases?|tardes?)(?![\p{L}])/iu

/** Spanish. Decimals begin with a comma or a point as the region writes them. */
export const es: SpokenLanguage = {
  code: 'es',
  digits: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
  decimalWord: (locale) =>
    new Intl.NumberFormat(locale).formatToParts(0.5).some(({ value }) => value === ',') ? 'coma' : 'punto',
  comma: ',',
  minus: 'menos',
  plus: 'más',
  percent: 'por ciento',
  rangeWord: 'a',
  signs: { '.': 'punto', '@': 'arroba', '/': 'barra', '-': 'guion', _: 'guion bajo', '+': 'más' },
  identifierWords:
    /(?<!\p{L})(?:llame al|marque(?: el)?|pin|código|clave|ext\.?|extensión|número|núm\.|n\.º|referencia|pedido|factura|caso|vuelo|terminada? en)(?: (?:es|número|el|es el))?:? #?$/iu,
  halves: String.raw`(?<am>a\.?[\s\u00A0]?m\b\.?)|(?<pm>p\.?[\s\u00A0]?m\b\.?)|h(?:oras|rs\.?)?\b\.?`,
  isMonthFirst: () => false,
  cardinal: (digits, around) => agree(digits, around),
  year: (value) => plain(value),
  date: spokenDate,
  time({ hour, minute, half }) {
    const shown = half === null ? hour % 24 : hour % 12 === 0 ? 12 : hour
    const spokenHour = plain(shown, 'feminine')
    const spokenMinute = minute === 0 ? '' : minute === 30 && shown <= 12 ? ' y media' : ` y ${plain(minute)}`
    const part =
      half === null ? '' : half === 'am' ? ' de la mañana' : hour % 12 < 8 ? ' de la tarde' : ' de la noche'
    const exact = minute === 0 && half === null ? (shown > 12 || shown === 0 ? ' horas' : ' en punto') : ''
    return `${spokenHour}${spokenMinute}${part}${exact}`
  },
  ownForms: (text) =>
    text
      .replace(
        new RegExp(
          String.raw`(?<![\p{L}\d])(?<day>\d{1,2})(?:\.?º)? de (?<month>${months.join('|')}|setiembre)(?!\p{L})(?: del? (?<year>\d{4})(?!\d))?`,
          'giu',
        ),
        (found, ...rest: unknown[]) => {
          const groups = rest.at(-1) as { day: string; month: string; year?: string }
          const name = groups.month.toLowerCase().replace('setiembre', 'septiembre')
          const date = dateOf(
            Number(groups.day),
            months.indexOf(name) + 1,
            groups.year === undefined ? null : Number(groups.year),
          )
          return date === null ? found : spokenDate(date)
        },
      )
      .replace(
        /(?<![\p{L}\d.,])(\d{1,2})\.?(º|ª|er\b|ᵉʳ|a\b(?=\s+\p{L}))/gu,
        (_, digits: string, ending: string) => ordinal(Number(digits), ending),
      )
      .replace(/(?<![\p{L}\d])24\/7(?![\p{L}\d])/gu, 'veinticuatro siete')
      .replace(/(?<!\p{L})(?:n\.?º|núm\.|nro\.)\s?(?=\d)/giu, 'número '),
  currencies: {
    USD: { major: { one: 'dólar', other: 'dólares' }, minor: { one: 'centavo', other: 'centavos' } },
    EUR: { major: { one: 'euro', other: 'euros' }, minor: { one: 'céntimo', other: 'céntimos' } },
    GBP: {
      major: { one: 'libra', other: 'libras' },
      minor: { one: 'penique', other: 'peniques' },
      feminine: true,
    },
    MXN: { major: { one: 'peso', other: 'pesos' }, minor: { one: 'centavo', other: 'centavos' } },
    CHF: {
      major: { one: 'franco suizo', other: 'francos suizos' },
      minor: { one: 'céntimo', other: 'céntimos' },
    },
    JPY: { major: { one: 'yen', other: 'yenes' }, minor: null },
    INR: {
      major: { one: 'rupia', other: 'rupias' },
      minor: { one: 'paisa', other: 'paisas' },
      feminine: true,
    },
    PEN: { major: { one: 'sol', other: 'soles' }, minor: { one: 'céntimo', other: 'céntimos' } },
    ARS: { major: { one: 'peso', other: 'pesos' }, minor: { one: 'centavo', other: 'centavos' } },
    COP: { major: { one: 'peso', other: 'pesos' }, minor: { one: 'centavo', other: 'centavos' } },
    CLP: { major: { one: 'peso', other: 'pesos' }, minor: null },
  },
  scales: { 6: 'millones', 9: 'mil millones' },
  joinMoney: (major, minor) => `${major} con ${minor}`,
  signOf: (sign, region) => (sign === '$' && region !== undefined && pesos.has(region) ? 'MXN' : undefined),
  counted,
}

function counted(digits: string, forms: CountedForms, isFeminine: boolean): string {
  const spoken = plain(digits, isFeminine ? 'feminine' : 'masculine')
  const form = forms[new Intl.PluralRules('es').select(Number(digits))] ?? forms.other
  // "un millón de dólares", and "un millón cien dólares".
  const of = /^\d{1,9}0{6}$/.test(digits) ? 'de ' : ''
  return `${isFeminine ? spoken : shortened(spoken)} ${of}${form}`
}

/** Returns the number in the gender of the noun after it, which is judged by its ending. */
function agree(digits: string, { after }: Around): string {
  if (!/^\s+\p{L}/u.test(after) || notCounted.test(after)) return plain(digits)
  if (!masculine.test(after) && feminine.test(after)) return plain(digits, 'feminine')
  return shortened(plain(digits))
}

/** Returns the form before a masculine noun: "un", "veintiún", "treinta y un". */
function shortened(spoken: string): string {
  return spoken.replace(/veintiuno$/, 'veintiún').replace(/\buno$/, 'un')
}

/** Spells 16 with its accent, and shortens "uno" before thousands. */
function plain(value: number | string, gender: 'masculine' | 'feminine' = 'masculine'): string {
  return toCardinal(value, { gender })
    .replaceAll('dieciseis', 'dieciséis')
    .replace(/veintiun[oa](?= mil)/g, 'veintiún')
    .replace(/\bun[oa](?= mil)/g, 'un')
}

function ordinal(value: number, ending: string): string {
  const gender = ending === 'ª' || ending === 'a' ? 'feminine' : 'masculine'
  if (value === 0 || value > 12) return plain(value, gender)
  const last = gender === 'feminine' ? 'a' : 'o'
  if (value > 10) return value === 11 ? `undécim${last}` : `duodécim${last}`
  const spoken = toOrdinal(value, { gender })
  return /^(?:er|ᵉʳ)$/.test(ending) ? spoken.replace(/o$/, '') : spoken
}

function spokenDate(date: WrittenDate): string {
  const day = date.day === 1 ? 'primero' : plain(date.day)
  const spoken = `${day} de ${months[date.month - 1]}`
  return date.year === null ? spoken : `${spoken} de ${plain(date.year)}`
}
