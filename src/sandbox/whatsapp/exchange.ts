import type { Clock } from '../../base/clock.ts'
import type { Background } from '../network/background.ts'
import type { HttpCaller } from '../network/http-caller.ts'
import type { Speed } from '../network/speed.ts'
import type { WhatsappAccounts } from './accounts.ts'
import type { WhatsappFaults } from './faults.ts'
import type { WhatsappLog } from './log.ts'
import type { WhatsappMessages } from './messages.ts'
import type { WhatsappPeople } from './people.ts'
import type { WhatsappRelations } from './relations.ts'
import type { WhatsappTemplates } from './templates.ts'
import type { WhatsappWebhooks } from './webhooks.ts'

/** The objects that the parts of the WhatsApp network share. */
export type WhatsappExchange = {
  readonly clock: Clock
  readonly speed: Speed
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
  /** The network's base address, for links between pages. */
  readonly baseUrl: () => string
}
