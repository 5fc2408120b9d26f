import { wordsOf } from '../../base/words-of.ts'

/** What people say who want no more calls or messages. Each is a whole phrase; politeness around it does not matter. */
interface OptOutPhrases {
  phrases: readonly string[]
  /** Words that may stand before and after a phrase, and mean nothing for it. */
  fillers: readonly string[]
}

const byLanguage: ReadonlyMap<string, OptOutPhrases> = new Map([
  [
    'en',
    {
      phrases: [
        ...combine(
          [
            'do not',
            "don't",
            'dont',
            'never',
            'stop',
            'quit',
            "you can't",
            'you may not',
            "i don't want you to",
          ],
          [
            'call',
            'calling',
            'call me',
            'calling me',
            'call us',
            'calling us',
            'phone me',
            'phoning me',
            'ring me',
            'contact me',
            'contacting me',
            'text me',
            'texting me',
            'message me',
            'messaging me',
            'write to me',
            'writing to me',
            'write me',
            'call this number',
            'calling this number',
            'call here',
            'calling here',
            'bother me',
            'bothering me',
          ],
          ['', 'again', 'anymore', 'any more', 'ever again', 'ever', 'at all', 'any longer'],
        ),
        ...combine(
          ['take', 'remove', 'delete', 'strike', 'drop', 'get'],
          ['me', 'us', 'my number', 'this number', 'my name', 'our number', 'my phone number'],
          [
            'off your list',
            'from your list',
            'off the list',
            'from the list',
            'off your call list',
            'off your calling list',
            'from your call list',
            'from your calling list',
            'off this list',
            'from this list',
            'from your database',
            'off your database',
            'from your system',
            'off your lists',
            'from your lists',
            'from your contacts',
            'off your mailing list',
            'from your mailing list',
          ],
        ),
        ...combine(
          [
            'put me on',
            'add me to',
            'put my number on',
            'add my number to',
            'put this number on',
            'add this number to',
          ],
          ['your', 'the'],
          ['do not call list', 'do-not-call list', 'do not contact list', 'no call list', "don't call list"],
        ),
        'lose my number',
        'delete my number',
        'remove my number',
        'unsubscribe',
        'unsubscribe me',
        'opt me out',
        'opt out',
        'i opt out',
        'i want to opt out',
        'i want to unsubscribe',
        'no more calls',
        'no more messages',
        'no more texts',
        'do not call',
        'do not contact',
        'i do not want any more calls',
        "i don't want any more calls",
        "i don't want to be called",
        "i don't want to be called again",
        'i do not want to be called again',
        "i don't want to be contacted",
        'i do not want to be contacted',
        'i do not want to be called',
        "i don't want these calls",
        "i don't want to get these calls",
        "i don't want to receive calls",
      ],
      fillers: words(
        `please just ok okay well hey hi hello no now yes thanks thank you sir madam ma'am so and look listen um uh er oh i
        want said would like to could can you will must kindly really goodbye bye immediately today right already`,
      ),
    },
  ],
  [
    'es',
    {
      phrases: [
        ...combine(
          ['no', 'nunca', 'ya no', 'no quiero que', 'deje de', 'dejen de', 'deja de', 'pare de', 'paren de'],
          [
            'me llame',
            'me llamen',
            'me llames',
            'llamarme',
            'llamar',
            'me vuelva a llamar',
            'me vuelvan a llamar',
            'me vuelvas a llamar',
            'me contacte',
            'me contacten',
            'contactarme',
            'me escriba',
            'me escriban',
            'escribirme',
            'vuelva a llamarme',
            'vuelvan a llamarme',
            'me moleste',
            'me molesten',
            'molestarme',
            'llame',
            'llamen',
            'vuelva a llamar',
            'vuelvan a llamar',
          ],
          ['', 'mas', 'nunca mas', 'otra vez', 'de nuevo', 'jamas', 'a este numero'],
        ),
        ...combine(
          [
            'quiteme',
            'quitenme',
            'quitame',
            'borreme',
            'borrenme',
            'borrame',
            'elimineme',
            'eliminenme',
            'eliminame',
            'saqueme',
            'saquenme',
            'sacame',
            'quite mi numero',
            'borre mi numero',
            'elimine mi numero',
            'saque mi numero',
            'quiten mi numero',
            'borren mi numero',
            'eliminen mi numero',
          ],
          [
            '',
            'de su lista',
            'de la lista',
            'de tu lista',
            'de sus listas',
            'de esta lista',
            'de su base de datos',
          ],
        ),
        'deme de baja',
        'denme de baja',
        'dame de baja',
        'quiero darme de baja',
        'no quiero mas llamadas',
        'no mas llamadas',
        'no quiero recibir mas llamadas',
        'no quiero recibir llamadas',
        'no quiero mas mensajes',
        'no mas mensajes',
      ],
      fillers: words(
        `por favor favor gracias hola bueno oiga oye mire mira ya si no señor señora señorita pues ahora mismo le pido les
        pido que adios`,
      ),
    },
  ],
  [
    'de',
    {
      phrases: [
        ...combine(
          ['rufen sie', 'ruf', 'ruft', 'sie sollen', 'sie durfen', 'bitte'],
          ['mich', 'uns', 'hier', 'diese nummer'],
          [
            'nicht mehr an',
            'nie mehr an',
            'nie wieder an',
            'nicht wieder an',
            'nicht an',
            'nicht mehr anrufen',
            'nie wieder anrufen',
            'nicht anrufen',
            'nie mehr anrufen',
            'nicht mehr kontaktieren',
          ],
        ),
        ...combine(
          ['schreiben sie', 'schreib', 'kontaktieren sie', 'kontaktiere'],
          ['mir', 'mich', 'uns'],
          ['nicht mehr', 'nie wieder', 'nie mehr', 'nicht'],
        ),
        ...combine(
          [
            'streichen sie',
            'nehmen sie',
            'loschen sie',
            'entfernen sie',
            'streich',
            'nimm',
            'losch',
            'losche',
            'entferne',
          ],
          ['mich', 'uns', 'meine nummer', 'diese nummer', 'meinen namen', 'meine telefonnummer'],
          [
            '',
            'von ihrer liste',
            'aus ihrer liste',
            'von der liste',
            'aus der liste',
            'von deiner liste',
            'aus dem system',
            'aus ihrem system',
            'aus ihrer datenbank',
            'aus ihren listen',
            'von ihren listen',
            'aus ihrer kartei',
          ],
        ),
        'nicht mehr anrufen',
        'nie wieder anrufen',
        'keine anrufe mehr',
        'ich will keine anrufe mehr',
        'ich mochte keine anrufe mehr',
        'ich will nicht mehr angerufen werden',
        'ich mochte nicht mehr angerufen werden',
        'horen sie auf mich anzurufen',
        'hor auf mich anzurufen',
        'horen sie auf anzurufen',
        'keine nachrichten mehr',
        'ich mochte keine nachrichten mehr',
        'ich will keine nachrichten mehr',
        'ich mochte mich abmelden',
        'melden sie mich ab',
      ],
      fillers: words(
        'bitte danke hallo guten tag nein ja also jetzt sofort endlich ok okay und doch mal einfach tschuss',
      ),
    },
  ],
  [
    'ar',
    {
      phrases: [
        ...combine(
          ['لا', 'توقف عن', 'توقفوا عن', 'كفوا عن', 'لا أريد أن', 'لا اريد ان', 'ما تعود', 'لا تعودوا', 'لا تعد'],
          [
            'تتصل بي',
            'تتصلوا بي',
            'تتصل',
            'تتصلوا',
            'الاتصال بي',
            'الاتصال',
            'تتصلون بي',
            'تكلمني',
            'تكلموني',
            'مراسلتي',
            'تراسلني',
            'تراسلوني',
            'ترسلوا لي',
            'إزعاجي',
          ],
          ['', 'مرة أخرى', 'مرة ثانية', 'أبدا', 'بعد الآن', 'بعد اليوم', 'على هذا الرقم'],
        ),
        ...combine(
          ['احذف', 'احذفوا', 'أزل', 'أزيلوا', 'امسح', 'امسحوا', 'شيل', 'شيلوا'],
          ['رقمي', 'اسمي', 'هذا الرقم'],
          ['', 'من القائمة', 'من قائمتكم', 'من قائمتك', 'من قوائمكم', 'من عندكم', 'من النظام'],
        ),
        'ألغ اشتراكي',
        'ألغوا اشتراكي',
        'إلغاء الاشتراك',
        'أريد إلغاء الاشتراك',
        'لا أريد مكالمات',
        'لا أريد اتصالات',
        'لا أريد مكالمات بعد الآن',
        'لا أريد رسائل',
        'لا أريد رسائل بعد الآن',
      ],
      fillers: words('من فضلك لو سمحت سمحتم رجاء الرجاء شكرا نعم يا أخي أختي الآن خلاص مرحبا السلام عليكم'),
    },
  ],
])

/** The most words of what a person says for it to be an opt-out: in a longer text it may be a story. */
const wordsMax = 12

interface KnownPhrases {
  phrases: ReadonlySet<string>
  fillers: ReadonlySet<string>
}

const known: ReadonlyMap<string, KnownPhrases> = new Map(
  [...byLanguage].map(([language, { phrases, fillers }]) => [
    language,
    {
      phrases: new Set(phrases.map((each) => plainWords(each).join(' '))),
      fillers: new Set(fillers.flatMap(plainWords)),
    },
  ]),
)

/**
 * Returns whether a person asks for no more calls or messages, so that no model needs to be asked. The whole text, up
 * to 12 words, has to be one known phrase with or without words of politeness around it. Ignores case, accents and
 * punctuation. The phrases of English count in every language. A question is no request.
 *
 * @param language what is spoken, BCP 47.
 */
export function isOptOut(text: string, language: string): boolean {
  if (text.length > 500 || /[?؟]\s*$/u.test(text)) return false
  const said = plainWords(text)
  if (said.length === 0 || said.length > wordsMax) return false
  const own = known.get(language.split('-')[0]!.toLowerCase())
  return [known.get('en')!, ...(own === undefined ? [] : [own])].some((each) => hasPhrase(said, each))
}

/** Returns whether the words are a phrase between fillers. */
function hasPhrase(said: readonly string[], { phrases, fillers }: KnownPhrases): boolean {
  for (let from = 0; from < said.length; from += 1) {
    for (let to = said.length; to > from; to -= 1)
      if (phrases.has(said.slice(from, to).join(' ')) && said.slice(to).every((each) => fillers.has(each)))
        return true
    if (!fillers.has(said[from]!)) return false
  }
  return false
}

/** Returns the words with one form of the apostrophe. */
function plainWords(text: string): string[] {
  return wordsOf(text.replace(/[’‘`´]/gu, "'"))
}

/** Returns every phrase that takes one part of each list. */
function combine(...lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>(
    (phrases, list) => phrases.flatMap((phrase) => list.map((part) => `${phrase} ${part}`.trim())),
    [''],
  )
}

function words(text: string): string[] {
  return text.split(/\s+/)
}
