import { withoutRegion } from '../../base/language-tag.ts'
import { speakable } from '../voice-instructions.ts'

/** The languages of a verb. */
interface Languages {
  tags: readonly string[]
  /**
   * The tag for a language, where it is not the one with the most usual region, and for a whole tag that the verb knows
   * by another name. All in lower case.
   */
  usual: ReadonlyMap<string, string>
}

/** https://www.twilio.com/docs/voice/twiml/say/text-speech */
export const sayTags = (
  'af-ZA am-ET ar-AE ar-XA arb bg-BG bn-IN ca-ES cmn-CN cmn-TW cs-CZ cy-GB da-DK de-AT de-DE el-GR en-AU en-CA en-GB ' +
  'en-GB-WLS en-IE en-IN en-NZ en-US en-ZA es-ES es-MX es-US fi-FI fil-PH fr-CA fr-FR fr-BE gu-IN he-IL hi-IN hu-HU ' +
  'id-ID is-IS it-IT ja-JP kn-IN ko-KR lv-LV ml-IN mr-IN ms-MY nb-NO nl-BE nl-NL pa-IN pl-PL pt-BR pt-PT ro-RO ru-RU ' +
  'sk-SK sr-RS sv-SE ta-IN te-IN th-TH tr-TR uk-UA vi-VN yue-HK zh-CN zh-HK zh-TW'
).split(' ')

/** https://www.twilio.com/docs/voice/twiml/gather#languagetags */
export const gatherTags = (
  'af-ZA am-ET ar-AE ar-BH ar-DZ ar-EG ar-IL ar-IQ ar-JO ar-KW ar-LB ar-MA ar-OM ar-PS ar-QA ar-SA ar-TN az-AZ bg-BG ' +
  'bn-BD bn-IN ca-ES cs-CZ da-DK de-DE el-GR en-AU en-CA en-GB en-GH en-IE en-IN en-KE en-NG en-NZ en-PH en-SG en-TZ ' +
  'en-US en-ZA es-AR es-BO es-CL es-CO es-CR es-DO es-EC es-ES es-GT es-HN es-MX es-NI es-PA es-PE es-PR es-PY es-SV ' +
  'es-US es-UY es-VE et-EE eu-ES fa-IR fi-FI fil-PH fr-CA fr-FR gl-ES gu-IN he-IL hi-IN hr-HR hu-HU hy-AM id-ID is-IS ' +
  'it-IT ja-JP jv-ID ka-GE km-KH kn-IN ko-KR lo-LA lt-LT lv-LV mk-MK ml-IN mn-MN mr-IN ms-MY my-MM nar-IQ nb-NO ne-NP ' +
  'nl-BE nl-NL pa-guru-IN pl-PL pt-BR pt-PT ro-RO ru-RU si-LK sk-SK sl-SI sq-AL sr-RS su-ID sv-SE sw-KE sw-TZ ta-IN ' +
  'ta-LK ta-MY ta-SG te-IN th-TH tr-TR uk-UA ur-IN ur-PK uz-UZ vi-VN yue-Hant-HK zh cmn-Hans-CN zh-TW cmn-Hant-TW zu-ZA'
).split(' ')

const say: Languages = {
  tags: sayTags,
  usual: new Map([
    ['ar', 'arb'],
    ['bn', 'bn-IN'],
    ['cmn-hant-tw', 'cmn-TW'],
    ['nn', 'nb-NO'],
    ['no', 'nb-NO'],
    ['zh-hant', 'zh-TW'],
    ['zh-hant-hk', 'zh-HK'],
    ['zh-hant-tw', 'zh-TW'],
  ]),
}
const gather: Languages = {
  tags: gatherTags,
  usual: new Map([
    ['cmn', 'cmn-Hans-CN'],
    ['cmn-tw', 'cmn-Hant-TW'],
    ['nn', 'nb-NO'],
    ['no', 'nb-NO'],
    ['pa', 'pa-guru-IN'],
    ['yue', 'yue-Hant-HK'],
    ['zh', 'cmn-Hans-CN'],
    ['zh-hant', 'zh-TW'],
    ['zh-hant-hk', 'yue-Hant-HK'],
    ['zh-hant-tw', 'zh-TW'],
    ['zh-hk', 'yue-Hant-HK'],
  ]),
}

/** Returns the tag by which a Say knows the language. */
export function sayLanguage(tag: string): string {
  return tagIn(say, tag)
}

/** Returns the tag by which a Gather knows the language. */
export function gatherLanguage(tag: string): string {
  return tagIn(gather, tag)
}

/**
 * Returns the tag as Twilio writes it; the usual one of the language where Twilio has no such region or script. A
 * language that is not listed stays as it is, because Twilio adds more at any time.
 */
function tagIn({ tags, usual }: Languages, tag: string): string {
  const language = withoutRegion(tag)
  const same = tags.find((each) => each.toLowerCase() === tag.toLowerCase())
  const usualTag = usual.get(tag.toLowerCase()) ?? usual.get(language) ?? twilioLanguage(language)
  return same ?? tags.find((each) => each === usualTag) ?? twilioLanguage(tag)
}

/** Adds the most usual region to a bare language such as `de`, as most tags of Twilio have one. */
export function twilioLanguage(tag: string): string {
  if (!/^[a-z]{2,3}$/i.test(tag)) return speakable(tag)
  const { language, region } = new Intl.Locale(tag).maximize()
  return region === undefined ? language : `${language}-${region}`
}
