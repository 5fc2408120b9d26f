import { sentThing } from '../../agents/conversation/sent-thing.ts'

/** What a person sent, by the provider's type of message. */
const sentThings: Readonly<Record<string, string>> = {
  image: 'a photo',
  video: 'a video',
  audio: 'a voice message',
  document: 'a document',
  sticker: 'a sticker',
  location: 'a location',
  contacts: 'contact details',
  order: 'an order',
}

/** Types whose text says everything that the person wrote. */
const texts: ReadonlySet<string> = new Set(['text', 'button', 'interactive'])

/** An agent reads no more of one message. */
const charactersMax = 4_000

/**
 * Returns what an agent reads of a received message; null if it is nothing to answer, such as a reaction. What was sent
 * beside text is named in English, in brackets.
 */
export function inputText({ type, text }: { type: string; text: string | null }): string | null {
  const said = text?.trim() ?? ''
  if (texts.has(type)) return said === '' ? null : cut(said)
  if (!Object.hasOwn(sentThings, type)) return null
  const sent = sentThing(sentThings[type]!)
  return cut(said === '' ? sent : `${sent} ${said}`)
}

function cut(text: string): string {
  return text.slice(0, charactersMax).toWellFormed()
}
