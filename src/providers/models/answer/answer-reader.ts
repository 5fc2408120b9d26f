import { createParser } from 'eventsource-parser'
import type { AnswerParts } from './answer-parts.ts'
import type { ModelProtocol } from './protocol.ts'

/** The most bytes of one answer, its events' own fields included. */
export const answerBytesMax = 16_777_216
const eventCharactersMax = 4_194_304

/** Reads the bytes of a response into an answer. */
export interface AnswerReader {
  feed: (bytes: Buffer) => void
  /** Reads what stands without its last line break. */
  end: () => void
}

/** Creates the reader of one response. The outcome does not depend on how the bytes are split. */
export function createAnswerReader(
  protocol: Pick<ModelProtocol, 'read'>,
  { parts, isStream }: { parts: AnswerParts; isStream: boolean },
): AnswerReader {
  const decoder = new TextDecoder()
  let bytesRead = 0
  let document = ''
  const parser = createParser({
    onEvent: ({ data }) => protocol.read(parts, data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') parts.fault ??= tooLarge
    },
    maxBufferSize: eventCharactersMax,
  })
  const take = (text: string): void => {
    if (parts.fault !== null || parts.hasEnded) return
    if (isStream) parser.feed(text)
    else document += text
  }
  return {
    feed: (bytes) => {
      bytesRead += bytes.length
      if (bytesRead > answerBytesMax) parts.fault ??= tooLarge
      take(decoder.decode(bytes, { stream: true }))
    },
    end: () => {
      take(`${decoder.decode()}\n\n`)
      if (!isStream) protocol.read(parts, document)
    },
  }
}

const tooLarge = { isBusy: false, reason: 'the answer is too large' }
