import type { Clock } from '../../base/clock.ts'
import type { VoiceCarrier, VoiceProvider } from '../voice-carrier.ts'
import { createTwilioClient } from './client.ts'
import { listedMeaningOf } from './error-codes.ts'
import { renderTwiml } from './twiml.ts'
import type { TwilioAccess } from './types.ts'

const clientsMax = 1_000

/** Returns Twilio as a voice provider. It keeps one client per account; a changed token or address makes another. */
export function createTwilioProvider(access: TwilioAccess, clock: Clock): VoiceProvider {
  const clients = new Map<string, VoiceCarrier>()
  return {
    name: 'twilio',
    connect(account) {
      const key = JSON.stringify([
        account.accountSid,
        account.authToken,
        account.apiUrl,
        account.apiUrlGivenBy,
      ])
      let client = clients.get(key)
      if (client === undefined) {
        client = createTwilioClient(account, access, clock)
        if (clients.size >= clientsMax) clients.clear()
        clients.set(key, client)
      }
      return client
    },
    renderInstructions: renderTwiml,
    subjectOfCode: (code) => listedMeaningOf(Number(code))?.about ?? null,
  }
}
