import { extractText, getDocumentProxy } from 'unpdf'
import { documentOf } from '../../sources/index/document-of.ts'
import type { Block } from '../../sources/index/document.ts'
import { paragraphsOf } from '../../sources/index/read-text.ts'
import { readingOf } from './file-reading.ts'
import type { FileReading, FileToRead } from './file-reading.ts'

const pagesMax = 2_000

/** Reads a PDF page by page. The anchor of each passage is its page in the form that browsers open: `page=12`. */
export async function readPdf({ bytes, name, language }: FileToRead): Promise<FileReading> {
  const file = await openPdf(bytes)
  if (file === null) return { kind: 'fault', message: 'is not a readable PDF, or needs a password' }
  if (file.numPages > pagesMax)
    return { kind: 'fault', message: `has ${file.numPages} pages; at most ${pagesMax} are supported` }
  const { text } = await extractText(file, { mergePages: false })
  const blocks = text.flatMap((page, index): Block[] => [
    { kind: 'page', anchor: `page=${index + 1}` },
    ...paragraphsOf(page),
  ])
  const document = documentOf(blocks, { title: name, language: null, fallbackLanguage: language })
  return readingOf(document, '; a PDF of scanned pages must be recognized first')
}

/** Returns null if the library cannot read the file; it throws many kinds of errors for that. */
async function openPdf(bytes: Buffer) {
  try {
    // A copy, because the library transfers the bytes to its worker.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch {
    return null
  }
}
