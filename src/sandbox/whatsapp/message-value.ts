import type { WhatsappAccount } from './accounts.ts'
import { bareNumber } from './exchange.ts'

/** The value of a `messages` change: what all of them bear, and what this one tells. */
export function messageValue(
  account: WhatsappAccount,
  told: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { display_phone_number, phone_number_id } = account
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: bareNumber(display_phone_number), phone_number_id },
    ...told,
  }
}
