import { createParser } from 'eventsource-parser'
import { ByteCollector } from '../../../base/byte-collector.ts'
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
  const document = new ByteCollector(answerBytesMax)
  const parser = createParser({
    onEvent: ({ data }) => protocol.read(parts, data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') parts.fault ??= tooLarge
    },
    maxBufferSize: eventCharactersMax,
  })
  const take = (text: string): void => {
    if (parts.fault === null && !parts.hasEnded) parser.feed(text)
  }
  return {
    feed: (bytes) => {
      bytesRead += bytes.length
      if (bytesRead > answerBytesMax) parts.fault ??= tooLarge
      if (isStream) take(decoder.decode(bytes, { stream: true }))
      else if (parts.fault === null) document.add(bytes)
    },
    end: () => {
      if (isStream) take(`${decoder.decode()}\n\n`)
      else protocol.read(parts, decoder.decode(document.bytes()))
    },
  }
}

const tooLarge = { isBusy: false, reason: 'the answer is too large' }
