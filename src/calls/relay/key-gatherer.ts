/** How long the next key may take. */
const pauseMs = 2_000
/** More keys than this are one input each. */
const keysMax = 64

/** Gathers the keys that a customer presses into inputs: up to `#`, or up to a pause of 2 s. */
export class KeyGatherer {
  readonly #onKeys: (digits: string) => void
  #digits = ''
  #timer: NodeJS.Timeout | undefined

  constructor(onKeys: (digits: string) => void) {
    this.#onKeys = onKeys
  }

  press(digit: string): void {
    clearTimeout(this.#timer)
    if (digit !== '#') this.#digits += digit
    if (digit === '#' || this.#digits.length >= keysMax) return this.#flush()
    this.#timer = setTimeout(() => this.#flush(), pauseMs)
  }

  /** Hands over what was pressed, without waiting for more. */
  flush(): void {
    clearTimeout(this.#timer)
    if (this.#digits !== '') this.#flush()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #flush(): void {
    const digits = this.#digits
    this.#digits = ''
    // A "#" alone is an answer too, as to "press # to go on".
    this.#onKeys(digits === '' ? '#' : digits)
  }
}
