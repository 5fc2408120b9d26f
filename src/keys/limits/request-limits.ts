import type { Queryable } from '../../db/queryable.ts'
import type { KeyHolder } from '../queries.ts'
import { takeFromBucket } from './bucket-queries.ts'
import type { BucketKind } from './bucket-queries.ts'
import { perSecond } from './gcra.ts'
import type { Limit } from './gcra.ts'
import { LeasedBucket } from './leased-bucket.ts'
import type { LimitStanding } from './limit-headers.ts'
import { burstOf } from './rates.ts'

/** The most limits that are remembered; with more, those that were first used are forgotten, with what they hold. */
const bucketsMax = 30_000
/** A limit that nobody has used for so long is forgotten: it holds nothing any more. */
const idleMs = 60_000

/** How the limits of a key stand after a request. */
export interface Admission {
  /** Every limit of the key and its project, whether or not the request counts against it. */
  policies: (readonly [name: BucketKind, limit: Limit])[]
  /** Those that the request counts against. */
  standings: (LimitStanding & { name: BucketKind })[]
  /** The limit that refuses the request; null: it is admitted. */
  refusedBy: (LimitStanding & { name: BucketKind }) | null
}

interface Used {
  bucket: LeasedBucket
  at: number
}

/** The limits of the keys and projects that this process has seen lately (Rule 172). */
export class RequestLimits {
  readonly #db: Queryable
  readonly #random: () => number
  /** By key or project; those that were used last come last, to half of `idleMs`. */
  readonly #buckets = new Map<string, Used>()

  constructor(db: Queryable, random: () => number) {
    this.#db = db
    this.#random = random
  }

  /**
   * Counts a request against the limits of its key and project: against all of them, or against none if one refuses.
   */
  async admit(holder: KeyHolder, isWrite: boolean): Promise<Admission> {
    const policies = limitsOf(holder)
    const counted = policies
      .filter(([kind]) => isWrite || kind !== 'writes')
      .map(([kind, limit]) => ({ kind, limit, bucket: this.#bucketOf(holder, kind) }))
    const answers = counted.map(({ bucket, limit }) => bucket.admit(limit))
    // Most requests are admitted from memory, and wait for nothing.
    const admitted = answers.every((answer): answer is boolean => typeof answer === 'boolean')
      ? answers
      : await settleAll(answers, counted)
    const isAdmitted = admitted.every(Boolean)
    if (!isAdmitted) counted.forEach(({ bucket }, index) => admitted[index] === true && bucket.giveBack())
    const standings = counted.map(({ kind, limit, bucket }, index) => ({
      name: kind,
      limit,
      remaining: admitted[index] === true ? bucket.remaining(limit) : 0,
      retryMs: bucket.retryMs(limit),
    }))
    const refusing = standings.filter((_, index) => admitted[index] !== true)
    const refusedBy = refusing.toSorted((one, other) => other.retryMs - one.retryMs)[0] ?? null
    return { policies, standings, refusedBy }
  }

  #bucketOf({ organization_id, project_id, _id }: KeyHolder, kind: BucketKind): LeasedBucket {
    const owner_id = kind === 'project' ? project_id : _id
    const name = `${owner_id} ${kind}`
    const now = performance.now()
    const known = this.#buckets.get(name)
    if (known !== undefined && now - known.at < idleMs / 2) return known.bucket
    const used = known ?? {
      at: now,
      bucket: new LeasedBucket(
        (limit, wanted) => takeFromBucket(this.#db, { organization_id, owner_id, kind }, { limit, wanted }),
        this.#random,
      ),
    }
    used.at = now
    this.#buckets.delete(name)
    this.#forget(now)
    this.#buckets.set(name, used)
    return used.bucket
  }

  #forget(now: number): void {
    for (const [name, { at }] of this.#buckets) {
      if (now - at < idleMs && this.#buckets.size < bucketsMax) return
      this.#buckets.delete(name)
    }
  }
}

/** Returns the limits that a key has, and its project. */
function limitsOf({ project_requests_per_second: ofProject, ...rate }: KeyHolder): Admission['policies'] {
  const limits: Admission['policies'] = []
  if (rate.requests_per_second !== null && rate.burst !== null)
    limits.push(['requests', perSecond(rate.requests_per_second, rate.burst)])
  if (rate.writes_per_second !== null && rate.write_burst !== null)
    limits.push(['writes', perSecond(rate.writes_per_second, rate.write_burst)])
  if (ofProject !== null) limits.push(['project', perSecond(ofProject, burstOf(ofProject))])
  return limits
}

/** Waits for all answers. If one of them fails, the admissions of the others are given back, and it rejects. */
async function settleAll(
  answers: readonly (boolean | Promise<boolean>)[],
  counted: readonly { bucket: LeasedBucket }[],
): Promise<boolean[]> {
  const settled = await Promise.allSettled(answers.map((answer) => Promise.resolve(answer)))
  const failed = settled.find((each) => each.status === 'rejected')
  if (failed === undefined) return settled.map((each) => each.status === 'fulfilled' && each.value)
  settled.forEach(
    (each, index) => each.status === 'fulfilled' && each.value && counted[index]!.bucket.giveBack(),
  )
  throw failed.reason
}
