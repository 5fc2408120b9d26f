import { Counts } from './counts.ts'

export interface PlaceLimits {
  /** Places of all organizations together. */
  placesMax: number
  /** Places of one organization. */
  perOrganizationMax: number
  /**
   * An organization may have more than `perOrganizationMax` while fewer places than this are occupied; 0 by default.
   */
  openMax?: number
}

/** Places of one process for work that holds something for long, so that one organization never has all of them. */
export class SharedPlaces {
  readonly #limits: PlaceLimits
  readonly #taken = new Counts()
  #size = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  get isFull(): boolean {
    return this.#size >= this.#limits.placesMax
  }

  /** Takes a place. Returns what frees it, which may be called again; null where the organization gets none. */
  take(organizationId: string): (() => void) | null {
    const { perOrganizationMax, openMax = 0 } = this.#limits
    const own = this.#taken.of(organizationId)
    if (this.isFull || (own >= perOrganizationMax && this.#size >= openMax)) return null
    this.#size += 1
    this.#taken.add(organizationId, 1)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      this.#size -= 1
      this.#taken.add(organizationId, -1)
    }
  }
}
