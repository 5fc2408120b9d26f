import { randomBytes } from 'node:crypto'
import { numberAddresses } from '../../src/calls/inbound/number-addresses.ts'
import { sql } from '../../src/db/sql.ts'
import type { Carrier, PlacedLeg, SendOptions } from './carrier.ts'
import type { Service } from './service.ts'

/** The addresses to which the numbers of the test's carrier account point. */
export async function addressesOfNumbers(
  service: Pick<Service, 'context' | 'organizationId' | 'url'>,
): Promise<{ voice: string; status: string }> {
  const organization_id = service.organizationId
  const [account] = await service.context.db.query<{ _id: string }>(sql`
    select _id from voice_carriers where organization_id = ${organization_id}`)
  const { voice, status } = numberAddresses(service.url, 'twilio', {
    organization_id,
    voice_carrier_id: account!._id,
  })
  return { voice: voice.replace(/#.*$/, ''), status }
}

/** Returns a call that somebody makes to a number, as the carrier has it. */
export function arrivingCall(carrier: Carrier, from: string, to: string): PlacedLeg {
  const leg = {
    sid: `CA${randomBytes(16).toString('hex')}`,
    form: new URLSearchParams({ From: from, To: to }),
    status: 'ringing',
    duration: null,
    createdAt: new Date(),
  }
  carrier.legs.push(leg)
  return leg
}

/** Asks the service what to do with a call, as Twilio does. */
export function askForCall(
  carrier: Carrier,
  leg: PlacedLeg,
  url: string,
  options: SendOptions = {},
  more: Record<string, string> = {},
): Promise<{ status: number; document: string }> {
  return carrier.ask(leg, { CallStatus: 'ringing', Direction: 'inbound', ...more }, { url, ...options })
}
