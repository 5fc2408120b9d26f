import type { Clock } from '../base/clock.ts'
import type { Background } from './exchange.ts'
import type { HttpCaller } from './http-caller.ts'
import type { Pace } from './pace.ts'
import type { WhatsappAccounts } from './whatsapp-accounts.ts'
import type { WhatsappFaults } from './whatsapp-faults.ts'
import type { WhatsappLog } from './whatsapp-log.ts'
import type { WhatsappMessages } from './whatsapp-messages.ts'
import type { WhatsappPeople } from './whatsapp-people.ts'
import type { WhatsappRelations } from './whatsapp-relations.ts'
import type { WhatsappTemplates } from './whatsapp-templates.ts'
import type { WhatsappWebhooks } from './whatsapp-webhooks.ts'

/** What the parts of the WhatsApp network share. */
export type WhatsappExchange = {
  readonly clock: Clock
  readonly pace: Pace
  readonly log: WhatsappLog
  readonly accounts: WhatsappAccounts
  readonly people: WhatsappPeople
  readonly templates: WhatsappTemplates
  readonly relations: WhatsappRelations
  readonly messages: WhatsappMessages
  readonly faults: WhatsappFaults
  readonly webhooks: WhatsappWebhooks
  readonly caller: HttpCaller
  readonly background: Background
  /** Base address of the network, for the links between pages. */
  readonly baseUrl: () => string
}

/** Seconds since 1970 as Meta writes them. */
export function unixSeconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}

/** A number as Meta writes it: without the plus sign. */
export function bareNumber(number: string): string {
  return number.replace(/^\+/, '')
}
