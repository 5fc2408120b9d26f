import { setTimeout as sleep } from 'node:timers/promises'
import type { FormFields } from '../network/form.ts'
import { requestForCall } from './call-requests.ts'
import { noteLeg, notice } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import type { Address, Detection, Leg } from './leg.ts'

/** How long the detection takes, in simulated milliseconds. */
const humanMs = 2500
const machineStartMs = 3500
const greetingEndMs = 9000

/**
 * Detects whether a person or a machine answered, if the call requests it. Synchronous detection resolves with the
 * result; asynchronous detection resolves at once and reports later. A call that ends before gets no result and no
 * report.
 */
export async function detectMachine(exchange: Exchange, leg: Leg, machine: boolean): Promise<void> {
  const { detection } = leg.order
  if (detection === null) return
  if (!detection.async) return conclude(exchange, leg, detection, machine)
  if (detection.report === null)
    notice(exchange, leg, 21262, 'asynchronous detection without a callback address')
  exchange.background.start(() => conclude(exchange, leg, detection, machine))
}

async function conclude(exchange: Exchange, leg: Leg, detection: Detection, machine: boolean): Promise<void> {
  const untilEnd = detection.mode === 'DetectMessageEnd'
  const lasts = machine ? (untilEnd ? greetingEndMs : machineStartMs) : humanMs
  await exchange.speed.wait(lasts, leg.ended)
  const verdict = machine ? (untilEnd ? 'machine_end_beep' : 'machine_start') : 'human'
  leg.answeredBy = verdict
  leg.updatedAt = exchange.clock.now()
  noteLeg(exchange, leg, 'machine_detected')
  if (!detection.async || detection.report === null) return
  await report(exchange, leg, detection.report, [
    ['CallSid', leg.sid],
    ['AccountSid', leg.order.accountSid],
    ['AnsweredBy', verdict],
    ['MachineDetectionDuration', String(lasts)],
  ])
}

/** Reports the result; an armed fault may drop, repeat, delay or forge the request. */
async function report(exchange: Exchange, leg: Leg, address: Address, fields: FormFields): Promise<void> {
  const send = (forged: boolean) =>
    requestForCall(exchange, leg, { purpose: 'machine_detection', address, fields, forged })
  const fault = exchange.faults.takeForCallback('machine_detection', leg.order.to)
  switch (fault?.kind) {
    case 'drop':
      return
    case 'delay':
      await sleep(fault.ms, undefined, { signal: exchange.background.closing })
      break
    case 'forge':
      await send(true)
      break
    case 'duplicate':
      await send(false)
      break
    case 'reorder':
    case undefined:
      break
  }
  await send(false)
}
