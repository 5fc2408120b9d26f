/** A passage of a page. A search result shows one passage. */
export interface Chunk {
  /** The headings above it, the outermost first: `Install › On Linux`; empty where there are none. */
  heading: string
  /** The URL fragment that leads to it, without `#`; null where the page has none. */
  anchor: string | null
  /** At most `chunkCharactersMax` characters, with line breaks where the page shows them. */
  text: string
}

/** A page or file as the index stores it. */
export interface ReadDocument {
  title: string
  /** The primary subtag of BCP 47, such as `en`; `und` where it is unknown. */
  language: string
  /** The first `chunksMax` passages. */
  chunks: Chunk[]
  /** The number of all passages, with those beyond `chunksMax`. */
  passages: number
  /** SHA-256 of the main text with its headings; white space does not count. */
  textHash: Buffer
  /** Signed 64-bit simhash of the text without trivia: near-identical texts differ in few bits. */
  simhash: bigint
}

/** A part of a text, before the text is cut into chunks. */
export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string | null }
  /** The beginning of a page in a file with pages, such as a PDF. */
  | { kind: 'page'; anchor: string }
  | { kind: 'text'; text: string }

export const chunkCharactersMax = 1_200
export const chunksMax = 2_000
/** Characters of HTML that are read; the rest of a longer page is ignored. */
export const htmlCharactersMax = 5_000_000
