import type { Breach, Finding } from '../evidence.ts'
import { indexOf, isAccepted, keyUsesOf } from './evidence.ts'
import type { Evidence, Index } from './evidence.ts'
import type { MessageRow } from './rows.ts'

/** Promise 9: no committed state exceeds the plan. The database has recorded every state. */
export function checkQuotaCommits({ rows }: Evidence): Finding {
  const breaches = rows.quotaCommits
    .filter(({ reserved, consumed, plan }) => reserved < 0 || consumed < 0 || reserved + consumed > plan)
    .map(({ organization, reserved, consumed, plan, at }): Breach => ({
      what: `${organization}: ${reserved} reserved and ${consumed} consumed of ${plan}`,
      at,
    }))
  const figure = `${rows.quotaCommits.length} commits`
  return {
    bar: 'B3',
    what: 'reserved and consumed, by the plan',
    figure,
    must: '≤ quota',
    judged: rows.quotaCommits.length,
    breaches,
  }
}

/**
 * Promise 11: after the run, `consumed` equals the messages that WhatsApp accepted, and `reserved` the unknown ones.
 */
export function checkBalance(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const breaches: Breach[] = []
  let judged = 0
  const figures = evidence.plan.map(({ name, quota }) => {
    const messages = evidence.rows.messages.filter(({ organization }) => organization === name)
    const balance = evidence.rows.quotas.find(({ organization }) => organization === name)
    const { consumed = 0, reserved = 0 } = balance ?? {}
    const open = messages.filter(({ status }) => status === 'unresolved' || status === 'processing')
    const taken = messages.filter((message) => wasTaken(index, message))
    const unknown = taken.filter(({ quota: own }) => own === 'reserved')
    const expected = taken.length - unknown.length
    judged += messages.length
    if (consumed !== expected)
      breaches.push({ what: `${name}: ${consumed} consumed, WhatsApp took ${expected}` })
    if (reserved !== open.length)
      breaches.push({ what: `${name}: ${reserved} reserved, ${open.length} are not known` })
    if (taken.length > quota) breaches.push({ what: `${name}: WhatsApp took ${taken.length} of ${quota}` })
    return `${name} ${consumed} + ${reserved} of ${quota}, ${taken.length} taken`
  })
  const figure = figures.join('; ')
  return { bar: 'B3', what: 'balance at rest', figure, must: 'acceptances', judged, breaches }
}

/** Promise 10: each reservation ended once, in accordance with what WhatsApp saw. */
export function checkReservations(evidence: Evidence): Finding {
  const index = indexOf(evidence)
  const breaches: Breach[] = []
  const ends = { consumed: 0, released: 0, reserved: 0 }
  const answered = new Set(
    evidence.history.flatMap(({ kind, result }) => (kind === 'sent' && result ? [result.message_id] : [])),
  )
  for (const message of evidence.rows.messages) {
    const { entries, quota, recipient: number, created_at: at } = message
    ends[quota]++
    const fault = (what: string) => breaches.push({ what, number, at })
    const expected = quota === 'reserved' ? ['reserved'] : [quota, 'reserved']
    if (entries.toSorted().join() !== expected.join())
      fault(`the ledger has ${entries.join()}, the message ${quota}`)
    const isTaken = wasTaken(index, message)
    if (quota === 'consumed' && !isTaken) fault('consumed, and WhatsApp has not taken it')
    if (quota !== 'consumed' && answered.has(message._id)) fault(`answered 200, and ${quota}`)
    if (quota === 'released' && isTaken) fault('released, and WhatsApp has taken it')
  }
  const figure = `${ends.consumed} consumed, ${ends.released} released, ${ends.reserved} open`
  return {
    bar: 'B3',
    what: 'reservations, each ended once',
    figure,
    must: 'as WhatsApp saw',
    judged: evidence.rows.messages.length,
    least: 100,
    breaches,
  }
}

function wasTaken({ requestsOf }: Index, { _id }: MessageRow): boolean {
  return (requestsOf.get(_id) ?? []).some(isAccepted)
}

/** Promise 12: a send that was refused for the quota sent no request to WhatsApp. */
export function checkQuotaRefusals(evidence: Evidence): Finding {
  const { requestsTo } = indexOf(evidence)
  const breaches: Breach[] = []
  let refused = 0
  for (const { organization, sends } of keyUsesOf(evidence.history)) {
    refused += sends.filter(({ kind }) => kind === 'quota').length
    const first = sends[0]!
    const where = { number: first.to, at: first.sentAt }
    if (organization === 'Roomy' && sends.some(({ kind }) => kind === 'quota'))
      breaches.push({ what: 'refused for a quota that is not used up', ...where })
    if (sends.some(({ kind }) => kind !== 'quota')) continue
    if (sends.some(({ to }) => requestsTo.has(to)))
      breaches.push({ what: 'refused for the quota, and WhatsApp was asked', ...where })
  }
  return {
    bar: 'B3',
    what: 'refusals for the quota',
    figure: `${refused}`,
    must: 'no request',
    judged: refused,
    breaches,
  }
}
