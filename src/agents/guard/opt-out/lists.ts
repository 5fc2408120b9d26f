/** A phrase as parts in a row. A part lists its alternatives, with `|` between them; an empty one makes it optional. */
export type Phrase = readonly string[]

/** What people say in a language who want no more calls or messages. */
export interface OptOutLists {
  /** What can mean nothing else, whatever is said besides. */
  clear: readonly Phrase[]
  /** What may mean something else if anything else is said: "not now", "not by phone", or the end of a contract. */
  vague: readonly Phrase[]
  /** What changes no meaning wherever it stands: politeness, greetings, and that somebody is not interested. */
  fillers: readonly Phrase[]
  /** What may stand before a phrase. */
  before: readonly Phrase[]
  /** What may stand before a phrase and makes a question a request: "could you". */
  requests: readonly Phrase[]
  /** What may stand after a clear phrase. After a vague one these words would change it: "don't call me now". */
  after: readonly Phrase[]
}
