import { addressCharactersMax } from './sitemap-reader.ts'
import type { SitemapReader, SitemapSink } from './sitemap-reader.ts'

/** Reads a sitemap of one URL a line. What is no URL is passed over. */
export function createLineReader(sink: SitemapSink): SitemapReader {
  let begun = ''
  return {
    read: (text) => {
      const lines = (begun + text).split(/\r\n|\r|\n/)
      begun = (lines.pop() ?? '').slice(0, addressCharactersMax)
      return lines.every((line) => sink.addPage(line, null))
    },
    end: () => {
      sink.addPage(begun, null)
      return null
    },
  }
}
