/** A pattern that is being read, by characters and not by UTF-16 units. */
export interface RegexReader {
  readonly characters: readonly string[]
  at: number
}

/** What is wrong with a pattern, and where. Caught where the pattern's reading began. */
export class RegexFault extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}
