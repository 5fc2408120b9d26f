import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Background } from '../network/background.ts'
import type { HttpCaller } from '../network/http-caller.ts'
import { batchForms, envelopeText, hubSignature } from './envelope.ts'
import type { BatchForm, Update } from './envelope.ts'
import type { WhatsappFaults } from './faults.ts'
import type { WhatsappLog } from './log.ts'

/** The most updates that can be held back. */
export const heldMax = 10_000
/** The most updates of one request. Provider: webhooks, batching. */
const batchMax = 1000

/** How held updates are sent. With `as` null, each has a request of its own; `times` says how often all are sent. */
export const WebhookRelease = z.strictObject({
  order: z.enum(['kept', 'reversed']).default('kept'),
  as: z.enum(batchForms).nullable().default(null),
  times: z.number().int().min(1).max(10).default(1),
})
export type WebhookRelease = z.infer<typeof WebhookRelease>

type Post = { updates: readonly Update[]; form: BatchForm; forged: boolean }

/** Sends webhooks to the apps: signs and logs them, and repeats those that are not answered with 2xx. */
export class WhatsappWebhooks {
  readonly #clock: Clock
  readonly #log: WhatsappLog
  readonly #faults: WhatsappFaults
  readonly #background: Background
  readonly #caller: HttpCaller
  readonly #retryAfterMs: readonly number[]
  #count = 0
  #held: Update[] | null = null
  #delayed: Update[] = []

  constructor(options: {
    clock: Clock
    log: WhatsappLog
    faults: WhatsappFaults
    background: Background
    caller: HttpCaller
    /** The pauses before each repetition, in real milliseconds. */
    retryAfterMs: readonly number[]
  }) {
    this.#clock = options.clock
    this.#log = options.log
    this.#faults = options.faults
    this.#background = options.background
    this.#caller = options.caller
    this.#retryAfterMs = options.retryAfterMs
  }

  /** The number of held updates; null while updates are not held. */
  get heldCount(): number | null {
    return this.#held?.length ?? null
  }

  /** Holds updates back from now on. */
  hold(): void {
    this.#held ??= []
  }

  /** Sends the held updates and stops holding. Does nothing if nothing was held. */
  release({ order, as, times }: WebhookRelease): void {
    const held = this.#held ?? []
    this.#held = null
    const ordered = order === 'kept' ? held : held.toReversed()
    this.#background.start(async () => {
      for (let time = 0; time < times; time++) {
        if (as !== null) await this.#postTogether(ordered, as)
        else for (const update of ordered) await this.#postTogether([update], 'entries')
      }
    })
  }

  /**
   * Sends updates together. Resolves after the first attempt; repetitions run in the background. Armed faults affect
   * only an update that is sent alone.
   */
  async send(updates: readonly Update[], form: BatchForm = 'entries'): Promise<void> {
    const held = this.#held
    if (held !== null) {
      held.push(...updates.slice(0, heldMax - held.length))
      return
    }
    const delayed = this.#delayed.splice(0)
    const [only] = updates
    if (updates.length === 1 && only !== undefined) await this.#sendOne(only)
    else await this.#postTogether(updates, form)
    for (const late of delayed) await this.#postTogether([late], 'entries')
  }

  /** Sends updates that a fault delays until the next update, when no next one follows. */
  async sendDelayed(): Promise<void> {
    for (const late of this.#delayed.splice(0)) await this.#postTogether([late], 'entries')
  }

  async #sendOne(update: Update): Promise<void> {
    const fault = this.#faults.takeForWebhook(update.number)
    switch (fault?.kind) {
      case 'drop':
        return
      case 'reorder':
        this.#delayed.push(update)
        return
      case 'delay':
        await sleep(fault.ms, undefined, { signal: this.#background.closing })
        break
      case 'forge':
        await this.#post({ updates: [update], form: 'entries', forged: true })
        break
      case 'duplicate':
        await this.#postTogether([update], 'entries')
        break
      case undefined:
        break
    }
    await this.#postTogether([update], 'entries')
  }

  async #postTogether(updates: readonly Update[], form: BatchForm): Promise<void> {
    for (const group of byAddress(updates)) {
      for (let from = 0; from < group.length; from += batchMax)
        await this.#post({ updates: group.slice(from, from + batchMax), form, forged: false })
    }
  }

  async #post(post: Post): Promise<void> {
    const body = envelopeText(post.updates, post.form, this.#clock.now())
    if ((await this.#attempt(post, body, 1)) || post.forged) return
    this.#background.start(async () => {
      for (const [index, ms] of this.#retryAfterMs.entries()) {
        await sleep(ms, undefined, { signal: this.#background.closing })
        if (await this.#attempt(post, body, index + 2)) return
      }
    })
  }

  /** Returns whether the webhook needs no repetition: it was answered with 2xx, or there is no webhook address. */
  async #attempt({ updates, forged }: Post, body: string, attempt: number): Promise<boolean> {
    const { phone_number_id, webhook_url: url, app_secret } = updates[0]!.account
    if (url === null) {
      const message = 'no webhook address is registered for this number: POST /sandbox/accounts'
      this.#log.append({ kind: 'notice', phone_number_id, message })
      return true
    }
    const webhook_id = ++this.#count
    const bytes = Buffer.byteLength(body)
    const summaries = updates.map(({ summary }) => summary)
    this.#log.append({ kind: 'webhook', webhook_id, url, attempt, forged, bytes, updates: summaries })
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      accept: '*/*',
      'x-hub-signature-256': hubSignature(forged ? `${app_secret}-forged` : app_secret, body),
    }
    const startedAt = performance.now()
    const result = await this.#caller.call({ method: 'POST', url, headers, body })
    const duration_ms = Math.round(performance.now() - startedAt)
    const status = result.kind === 'answered' ? result.status : null
    const failure = result.kind === 'failed' ? `${result.stage}: ${result.code}` : null
    this.#log.append({ kind: 'webhook_answer', webhook_id, status, failure, duration_ms })
    return status !== null && status >= 200 && status < 300
  }
}

/** Groups the updates by address and secret, since those in one request share its address and its signature. */
function byAddress(updates: readonly Update[]): Update[][] {
  const groups = Map.groupBy(updates, ({ account }) => `${account.webhook_url} ${account.app_secret}`)
  return [...groups.values()]
}
