import { speakable } from '../voice-instructions.ts'

/** Adds the most usual region to a bare language such as `de`: Twilio knows languages with a region only. */
export function twilioLanguage(tag: string): string {
  if (!/^[a-z]{2,3}$/i.test(tag)) return speakable(tag)
  const { language, region } = new Intl.Locale(tag).maximize()
  return region === undefined ? language : `${language}-${region}`
}
