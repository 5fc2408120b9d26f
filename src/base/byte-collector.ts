const firstBytes = 4_096

/**
 * Gathers the chunks of a stream in one buffer that grows. A list of the chunks would cost about 500 bytes for each of
 * them, and the sender chooses how small they are.
 */
export class ByteCollector {
  readonly #bytesMax: number
  #buffer: Buffer = Buffer.alloc(0)
  #length = 0

  /** The buffer never grows beyond `bytesMax`. The caller adds no more than that. */
  constructor(bytesMax = Infinity) {
    this.#bytesMax = bytesMax
  }

  get length(): number {
    return this.#length
  }

  /** Bytes of memory that it holds. */
  get capacity(): number {
    return this.#buffer.length
  }

  /** Returns the bytes of memory that it will hold once it has `length` bytes. */
  capacityFor(length: number): number {
    if (length <= this.#buffer.length) return this.#buffer.length
    return Math.min(Math.max(this.#buffer.length * 2, length, firstBytes), this.#bytesMax)
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(this.capacityFor(length))
      this.#buffer.copy(grown, 0, 0, this.#length)
      this.#buffer = grown
    }
    chunk.copy(this.#buffer, this.#length)
    this.#length = length
  }

  /** Returns what it has, without a copy. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Drops what it has. */
  clear(): void {
    this.#buffer = Buffer.alloc(0)
    this.#length = 0
  }
}
