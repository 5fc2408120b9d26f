import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { RobotsFiles } from '../../providers/web/robots-file.ts'
import type { GivenSource } from '../../sources/add-source.ts'
import { fileExtensions, fileTypeOf, typeByContent } from './file-types.ts'

/** A source that was read, without its project and whose it is. */
export type ReadSource = Omit<GivenSource, 'organization_id' | 'project_id' | 'author'>

/** The source, or a message that continues "The file …" or an address, such as `has no text`. */
export type SourceReading = { kind: 'source'; source: ReadSource } | { kind: 'fault'; message: string }

/** The longest name of a source, in characters. */
export const sourceNameCharactersMax = 200

const unsupported = `is not a supported file; supported: ${fileExtensions.join(', ')}`

/** Returns why a file of this name is not read, whatever it holds; null where it may be. */
export function fileNameFault(name: string): string | null {
  return fileTypeOf(name) === null ? unsupported : null
}

/** Reads a file, in a separate process with limits. Its content decides on its type, then its name. */
export async function readGivenFile(name: string, bytes: Buffer, language: string): Promise<SourceReading> {
  const named = fileTypeOf(name)
  if (named === null) return { kind: 'fault', message: unsupported }
  // Imported late: loading the file readers takes longer than most commands run.
  const { readBounded } = await import('./read-bounded.ts')
  const type = typeByContent(bytes, named)
  const reading = await readBounded({ bytes, type, name, language, fetched: null })
  if (reading.kind === 'fault') return reading
  const { document } = reading
  return {
    kind: 'source',
    source: {
      name: name.slice(0, sourceNameCharactersMax),
      document,
      byteSize: bytes.length,
      from: { kind: 'file', type },
    },
  }
}

/** Fetches and reads a single web page, as a crawl would. Its title is its name. */
export async function readGivenUrl(
  web: { webFetch: WebFetch; robotsOf: RobotsFiles },
  given: string,
  language: string,
): Promise<SourceReading> {
  // Imported late for the same reason.
  const { fetchUrl } = await import('./fetch-url.ts')
  const fetched = await fetchUrl(web, given, language)
  if (fetched.kind === 'fault') return fetched
  const { url, document, byteSize } = fetched
  const name = (document.title || url).slice(0, sourceNameCharactersMax)
  return { kind: 'source', source: { name, document, byteSize, from: { kind: 'url', url } } }
}
