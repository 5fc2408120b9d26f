/** Amazon's voices by their language. Provider: Say, text-to-speech. */
const pollyVoices: Readonly<Record<string, string>> = {
  arb: 'Zeina',
  'ar-AE': 'Hala Zayd',
  'ca-ES': 'Arlet',
  'cmn-CN': 'Zhiyu',
  'cy-GB': 'Gwyneth',
  'da-DK': 'Mads Naja Sofie',
  'de-AT': 'Hannah',
  'de-DE': 'Daniel Hans Marlene Vicki',
  'en-AU': 'Nicole Olivia Russell',
  'en-GB': 'Amy Arthur Brian Emma',
  'en-GB-WLS': 'Geraint',
  'en-IE': 'Niamh',
  'en-NZ': 'Aria',
  'en-US': 'Danielle Gregory Ivy Joanna Joey Justin Kendra Kevin Kimberly Matthew Ruth Salli Stephen',
  'en-ZA': 'Ayanda',
  'es-ES': 'Conchita Enrique Lucia Sergio',
  'es-MX': 'Andres Mia',
  'es-US': 'Lupe Miguel Pedro Penelope',
  'fi-FI': 'Suvi',
  'fr-BE': 'Isabelle',
  'fr-CA': 'Chantal Gabrielle Liam',
  'fr-FR': 'Celine Lea Mathieu Remi',
  'is-IS': 'Dora Karl',
  'it-IT': 'Adriano Bianca Carla Giorgio',
  'ja-JP': 'Kazuha Mizuki Takumi Tomoko',
  'ko-KR': 'Seoyeon',
  'nb-NO': 'Ida Liv',
  'nl-BE': 'Lisa',
  'nl-NL': 'Laura Lotte Ruben',
  'pl-PL': 'Ewa Jacek Jan Maja Ola',
  'pt-BR': 'Camila Ricardo Thiago Vitoria',
  'pt-PT': 'Cristiano Ines',
  'ro-RO': 'Carmen',
  'ru-RU': 'Maxim Tatyana',
  'sv-SE': 'Astrid Elin',
  'tr-TR': 'Burcu Filiz',
}

/** Returns the only language of a voice; null for one that speaks several, and for an unknown one. */
export function languageOfVoice(voice: string): string | null {
  const google = /^Google\.([a-z]{2,3}-[A-Z]{2})-/.exec(voice)?.[1]
  if (google !== undefined) return google
  const name = /^Polly\.([A-Za-z]+)/.exec(voice)?.[1]
  if (name === undefined) return null
  return Object.keys(pollyVoices).find((language) => pollyVoices[language]?.split(' ').includes(name)) ?? null
}
