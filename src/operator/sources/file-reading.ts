import type { ReadDocument } from '../../sources/index/document.ts'

/** A file whose text is to be read. */
export interface FileToRead {
  bytes: Buffer
  /** Becomes the title of a file that has none of its own. */
  name: string
  /** The project's language, for a text that does not show its own. */
  language: string
  /** The Content-Type of the response, with the charset of a text; empty for a local file. */
  contentType: string
}

/** The document, or a message that continues "The file …", such as `has no text`. */
export type FileReading = { kind: 'document'; document: ReadDocument } | { kind: 'fault'; message: string }

/** Wraps a document; null means that no text was found. `hint` is added to the message. */
export function readingOf(document: ReadDocument | null, hint = ''): FileReading {
  return document === null ? { kind: 'fault', message: `has no text${hint}` } : { kind: 'document', document }
}
