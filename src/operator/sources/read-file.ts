import { decodeText } from '../../providers/web/engines/decode-html.ts'
import { readMarkdown, readPlainText } from '../../sources/index/read-text.ts'
import { readingOf } from './file-reading.ts'
import type { FileReading, FileToRead } from './file-reading.ts'
import { wordType } from './file-types.ts'
import { readDocx } from './read-docx.ts'
import { readPdf } from './read-pdf.ts'

/** Reads a file by its MIME type, without a time limit. Call `readBounded` instead, which sets one. */
export async function readFile(type: string, file: FileToRead): Promise<FileReading> {
  switch (type) {
    case 'application/pdf':
      return readPdf(file)
    case wordType:
      return readDocx(file)
    case 'text/markdown':
      return textual(file, readMarkdown)
    case 'text/plain':
      return textual(file, readPlainText)
    default:
      return { kind: 'fault', message: `is ${type || 'of no type'}, which is not supported` }
  }
}

function textual(file: FileToRead, read: typeof readPlainText): FileReading {
  if (file.bytes.includes(0) && ![0xfe, 0xff].includes(file.bytes[0] ?? 0))
    return { kind: 'fault', message: 'is not text' }
  return readingOf(read(decodeText(file.bytes, file.contentType), file.name, file.language))
}
