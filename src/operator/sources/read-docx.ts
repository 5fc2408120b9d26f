import mammoth from 'mammoth'
import { readHtml } from '../../sources/index/read-document.ts'
import { readingOf } from './file-reading.ts'
import type { FileReading, FileToRead } from './file-reading.ts'

/** Size of all unpacked parts, as the archive declares it: a small archive can unpack to a huge one. */
const unpackedBytesMax = 200_000_000

/** Reads a Word document; its heading styles become headings. */
export async function readDocx({ bytes, name, language }: FileToRead): Promise<FileReading> {
  if (unpackedSizeOf(bytes) > unpackedBytesMax)
    return { kind: 'fault', message: `is larger than ${unpackedBytesMax / 1_000_000} MB unpacked` }
  const html = await convert(bytes)
  if (html === null) return { kind: 'fault', message: 'is not a readable Word document (.docx)' }
  const title = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const page = `<html><head><title>${title}</title></head><body><main>${html}</main></body></html>`
  return readingOf(readHtml(page, 'file:///', language))
}

/** Returns null if the library cannot read the file. */
async function convert(buffer: Buffer): Promise<string | null> {
  try {
    const noImage = mammoth.images.imgElement(async () => ({ src: '' }))
    return (await mammoth.convertToHtml({ buffer }, { convertImage: noImage, externalFileAccess: false }))
      .value
  } catch {
    return null
  }
}

const directoryEntry = Buffer.from('PK\u0001\u0002')
const sizeOffset = 24

function unpackedSizeOf(zip: Buffer): number {
  let sum = 0
  for (let at = zip.indexOf(directoryEntry); at !== -1; at = zip.indexOf(directoryEntry, at + 4))
    if (at + sizeOffset + 4 <= zip.length) sum += zip.readUInt32LE(at + sizeOffset)
  return sum
}
