import { setTimeout as sleep } from 'node:timers/promises'
import type { FormFields } from '../network/form.ts'
import { callFields, requestForCall } from './call-requests.ts'
import { rfc2822 } from './call-resource.ts'
import { notice } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { billedMinutes, talkedSeconds } from './leg.ts'
import type { Address, CallbackEvent, Leg } from './leg.ts'

type Pending = { address: Address; fields: FormFields; final: boolean }

/**
 * The requested status callbacks of one leg. Each is sent once the one before was answered or has failed. The number's
 * outcome and armed faults may drop, repeat, delay and reorder them.
 */
export class StatusCallbacks {
  readonly #exchange: Exchange
  readonly #leg: Leg
  readonly #waiting: Pending[] = []
  #heldBack: Pending[] = []
  #sequence = 0
  #sending = false

  constructor(exchange: Exchange, leg: Leg) {
    this.#exchange = exchange
    this.#leg = leg
  }

  /** Records an event with the leg's present state and sends it after the events before it. */
  report(event: CallbackEvent): void {
    const final = event === 'completed'
    this.#enqueue(event, final)
    // The end of a call also releases callbacks that an armed fault holds back.
    if (this.#sending || (this.#waiting.length === 0 && !final)) return
    this.#sending = true
    this.#exchange.background.start(() => this.#sendAll())
  }

  #enqueue(event: CallbackEvent, final: boolean): void {
    const leg = this.#leg
    if (leg.statusCallback === null || !leg.order.statusCallbackEvents.includes(event)) return
    const fields = statusFields(leg, this.#sequence++, this.#exchange.clock.now(), final)
    if (leg.callbacks === 'none' || (leg.callbacks === 'final_lost' && final)) return
    this.#waiting.push({ address: leg.statusCallback, fields, final })
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#exchange.background.closing.aborted) return
      if (this.#leg.callbacks === 'repeated_and_reordered') await this.#sendShuffled(next)
      else await this.#sendWithFault(next)
    }
    this.#sending = false
    if (!this.#leg.over || this.#exchange.background.closing.aborted) return
    for (const held of this.#heldBack.splice(0)) await this.#send(held)
  }

  /** Sends two callbacks at a time, the later one first, then both again: a call's end arrives before its answer. */
  async #sendShuffled(next: Pending): Promise<void> {
    this.#heldBack.push(next)
    if (this.#heldBack.length < 2 && !next.final) return
    const pair = this.#heldBack.toReversed()
    this.#heldBack = []
    for (const pending of [...pair, ...pair]) await this.#send(pending)
  }

  async #sendWithFault(next: Pending): Promise<void> {
    const fault = this.#exchange.faults.takeForCallback('callback', this.#leg.order.to)
    switch (fault?.kind) {
      case 'drop':
        return
      case 'reorder':
        if (next.final) break
        this.#heldBack.push(next)
        return
      case 'delay':
        await sleep(fault.ms, undefined, { signal: this.#exchange.background.closing })
        break
      case 'forge':
        await this.#send(next, true)
        break
      case 'duplicate':
        await this.#send(next)
        break
      case undefined:
        break
    }
    await this.#send(next)
    for (const held of this.#heldBack.splice(0)) await this.#send(held)
  }

  async #send({ address, fields }: Pending, forged = false): Promise<void> {
    const result = await requestForCall(this.#exchange, this.#leg, {
      purpose: 'status',
      address,
      fields,
      forged,
    })
    if (forged || (result.kind === 'answered' && result.status >= 200 && result.status < 300)) return
    const what = result.kind === 'answered' ? `HTTP ${result.status}` : result.code
    notice(this.#exchange, this.#leg, 11200, `status callback was not accepted: ${what}`)
  }
}

/** Returns the parameters of a call progress event. `CallDuration` is in seconds, `Duration` in billed minutes. */
function statusFields(leg: Leg, sequence: number, at: Date, final: boolean): FormFields {
  const fields: [string, string][] = [
    ...callFields(leg).map(([name, value]): [string, string] => [name, value]),
    ['Timestamp', rfc2822(at)],
    ['CallbackSource', 'call-progress-events'],
    ['SequenceNumber', String(sequence)],
  ]
  if (!final) return fields
  fields.push(['CallDuration', String(talkedSeconds(leg))], ['Duration', String(billedMinutes(leg))])
  if (leg.sipResponseCode !== null) fields.push(['SipResponseCode', String(leg.sipResponseCode)])
  return fields
}
