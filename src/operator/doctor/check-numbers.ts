import { unsealCredentials } from '../../calls/attempt/carrier-account.ts'
import { numberAddresses } from '../../calls/inbound/number-addresses.ts'
import type { AnsweredNumber } from '../../campaigns/inbound-queries.ts'
import { findNumber } from '../../providers/twilio/numbers.ts'
import type { AccountNumber } from '../../providers/twilio/numbers.ts'
import { limits } from '../point-number.ts'
import type { AccountAccess } from './check-accounts.ts'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/**
 * Asks the carrier where calls to a number go that an inbound campaign answers.
 *
 * @param publicUrl null where it is not set: then only the path of the address is compared.
 */
export async function checkNumber(
  { box, givenHosts }: AccountAccess,
  number: AnsweredNumber,
  publicUrl: string | null,
): Promise<Finding> {
  const check = `number ${number.place}`
  const found = await findNumber(unsealCredentials(box, number), { ...limits, givenHosts }, number.number)
  const { voice } = numberAddresses(publicUrl ?? '', 'twilio', number)
  switch (found.kind) {
    case 'found': {
      const at = found.number.voiceUrl.replace(/#.*$/, '')
      const wanted = voice.replace(/#.*$/, '')
      const isHere = publicUrl === null ? at.endsWith(wanted) : at === wanted
      const why = whyElsewhere(found.number, isHere)
      if (why === null) return ok(check, 'calls to it come here')
      const mend = `set a webhook for its incoming calls: ${voice}, with the method POST`
      return warn(check, `an inbound campaign answers it, but ${why}`, mend)
    }
    case 'absent':
      return warn(check, 'its carrier account does not have it', 'choose the account that has the number')
    case 'refused':
    case 'unknown':
      return fail(check, found.reason, 'see the finding of its carrier account')
  }
}

/** Returns why calls to a number do not come here; null if they do. `isHere`: its address is that of this service. */
function whyElsewhere({ insteadTo, voiceMethod }: AccountNumber, isHere: boolean): string | null {
  if (insteadTo !== null) return `its calls go to ${insteadTo} at the carrier, which then asks no address`
  if (!isHere) return 'the carrier does not ask this service'
  return voiceMethod === 'POST' ? null : `the carrier asks by ${voiceMethod}, which gets no answer`
}
