import { Readable } from 'node:stream'
import { refusals } from '../base/refusals.ts'
import { SharedPlaces } from '../base/shared-places.ts'

/** Exports of one kind that this process makes at a time, of all organizations and of one. */
const exportLimits = { placesMax: 4, perOrganizationMax: 2 }
/** An export that takes longer is cut: whoever reads it reads too slowly. */
const exportMsMax = 30 * 60_000

export interface ExportContext {
  /** For tests: how long an export may take. */
  exportMs?: number
}

/** The exports of one kind that this process makes. */
export class Exports {
  readonly #places = new SharedPlaces(exportLimits)
  readonly #msMax: number

  constructor({ exportMs = exportMsMax }: ExportContext = {}) {
    this.#msMax = exportMs
  }

  /** Takes a place for an export. Returns what frees it. @throws {Refusal} 429 where there is none. */
  begin(organizationId: string): () => void {
    const end = this.#places.take(organizationId)
    if (end === null) throw refusals.tooManyExports()
    return end
  }

  /** Returns the parts as a stream, which is as fast as its reader. However it ends, it calls `end`. */
  stream(parts: AsyncIterable<string>, end: () => void): Readable {
    const stream = Readable.from(parts, { objectMode: false })
    const late = setTimeout(() => stream.destroy(new Error('an export took too long')), this.#msMax)
    // Comes however it ends: read to its end, failed, or left by the client.
    stream.once('close', () => {
      clearTimeout(late)
      end()
    })
    return stream
  }
}
