/** A passage of a page: what one search result shows. */
export interface Chunk {
  /** The headings it stands below, the outermost first: `Install › On Linux`; empty where there are none. */
  heading: string
  /** What follows `#` in the address of its place; null where the page names none. */
  anchor: string | null
  /** At most `chunkCharactersMax` characters, with line ends where the page shows them. */
  text: string
}

/** What the index keeps of a page or a file. */
export interface ReadDocument {
  title: string
  /** BCP 47, primary subtag alone, such as `en`; `und` where nothing tells. */
  language: string
  /** At most `chunksMax`, the first. */
  chunks: Chunk[]
  /** How many it has, those that were left out included. */
  passages: number
  /** SHA-256 of the main text with its headings, white space apart. */
  textHash: Buffer
  /** 64 bits, signed, of which near-identical texts share nearly all; of the text without trivia. */
  simhash: bigint
}

/** What a text is made of, in its order, before it is cut into chunks. */
export type Block =
  | { kind: 'heading'; level: number; text: string; anchor: string | null }
  /** A page of a paged file begins. */
  | { kind: 'page'; anchor: string }
  | { kind: 'text'; text: string }

export const chunkCharactersMax = 1_200
export const chunksMax = 2_000
/** Of HTML, in characters; the rest of a longer page is not read. */
export const htmlCharactersMax = 5_000_000
