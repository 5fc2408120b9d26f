import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gatherLanguage, gatherTags, sayLanguage, sayTags } from './twilio-language.ts'

/** Returns the members of a type of the package's builder. */
function membersOf(type: string): string[] {
  const file = fileURLToPath(import.meta.resolve('twilio/lib/twiml/VoiceResponse.js')).replace(/js$/, 'd.ts')
  const union = new RegExp(`type ${type} = ([^;]+);`).exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  return [...union.matchAll(/"([^"]+)"/g)].map((match) => match[1]!)
}

describe('the languages of Twilio', () => {
  it('are those of the package that makes the documents', () => {
    assert.deepEqual(sayTags, membersOf('SayLanguage'))
    assert.deepEqual(gatherTags, membersOf('GatherLanguage'))
  })

  it('have a tag for each language without its region', () => {
    for (const [name, tags] of [
      [sayLanguage, sayTags],
      [gatherLanguage, gatherTags],
    ] as const)
      for (const language of tags.map((tag) => tag.split('-')[0]!))
        // Elsewhere this is a language of Nigeria.
        if (language !== 'nar') assert.ok(tags.includes(name(language)), `${language}: ${name(language)}`)
  })

  const cases = [
    ['ar', 'arb', 'ar-EG'],
    ['ar-EG', 'arb', 'ar-EG'],
    ['arb', 'arb', 'ar-EG'],
    ['bn', 'bn-IN', 'bn-BD'],
    ['de', 'de-DE', 'de-DE'],
    ['de-CH', 'de-DE', 'de-DE'],
    ['en', 'en-US', 'en-US'],
    ['en-gb', 'en-GB', 'en-GB'],
    ['es', 'es-ES', 'es-ES'],
    ['nn-NO', 'nb-NO', 'nb-NO'],
    ['no', 'nb-NO', 'nb-NO'],
    ['pa', 'pa-IN', 'pa-guru-IN'],
    ['pt', 'pt-BR', 'pt-BR'],
    ['yue', 'yue-HK', 'yue-Hant-HK'],
    ['zh', 'zh-CN', 'zh'],
    ['zh-CN', 'zh-CN', 'cmn-Hans-CN'],
    ['zh-HK', 'zh-HK', 'yue-Hant-HK'],
    ['zh-TW', 'zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW', 'zh-TW'],
    ['zh-Hant-TW', 'zh-TW', 'zh-TW'],
    ['zh-Hant-HK', 'zh-HK', 'yue-Hant-HK'],
    ['cmn-TW', 'cmn-TW', 'cmn-Hant-TW'],
    ['cmn-Hant-TW', 'cmn-TW', 'cmn-Hant-TW'],
    // A language that Twilio may have by now.
    ['eo-XX', 'eo-XX', 'eo-XX'],
  ] as const
  for (const [tag, said, gathered] of cases)
    it(`are ${said} and ${gathered} for ${tag}`, () => {
      assert.deepEqual([sayLanguage(tag), gatherLanguage(tag)], [said, gathered])
    })
})
