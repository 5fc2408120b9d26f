import type { Breach, Finding } from '../evidence.ts'
import { isSettled } from './answers.ts'
import { keyUsesOf } from './evidence.ts'
import type { Evidence, KeyUse, Sent } from './evidence.ts'

/**
 * Promises 2 and 8: once a key has its result, every request gets that result, byte for byte. While its outcome is
 * unknown, every request is answered so.
 */
export function checkReplays({ history }: Evidence): Finding {
  const breaches: Breach[] = []
  let replays = 0
  let pending = 0
  for (const use of keyUsesOf(history)) {
    if (use.key === null) continue
    for (const sends of requestsOfUse(use)) {
      const settled = sends.filter(({ kind }) => isSettled(kind))
      replays += settled.filter(({ isReplay }) => isReplay).length
      pending += sends.filter(({ kind }) => kind === 'pending').length
      const [first, ...others] = settled.toSorted((one, other) => one.answeredAt - other.answeredAt)
      const different = others.find(({ status, text }) => status !== first?.status || text !== first.text)
      if (first !== undefined && different !== undefined)
        breaches.push({
          what: `two results of ${use.key}: ${difference(first, different)}`,
          ...where(different),
        })
      const keptAt = keptSince(sends)
      for (const late of sends.filter(({ sentAt }) => sentAt > keptAt)) {
        const isSettledBefore = first !== undefined && late.sentAt > first.answeredAt
        const isRight = isSettled(late.kind) || late.kind === 'unknown'
        if (!isRight && (isSettledBefore || late.kind !== 'pending'))
          breaches.push({
            what: `${use.key} was ${isSettledBefore ? 'settled' : 'unresolved'}, then answered ${late.kind}`,
            ...where(late),
          })
      }
    }
  }
  const figure = `${replays} replays, ${pending} answers that the outcome is unknown`
  return { bar: 'B2', what: 'one result per key', figure, must: 'equal', judged: replays, breaches }
}

/** Groups the sends of a key by request; requests of one key differ in the number. */
function requestsOfUse({ sends }: KeyUse): Sent[][] {
  return [...Map.groupBy(sends, ({ to, broadcast }) => `${to} ${broadcast}`).values()]
}

/** Returns when a client first got an answer after which the key belongs to these requests for good. */
function keptSince(sends: readonly Sent[]): number {
  const kept = sends.filter(({ kind }) => isSettled(kind) || kind === 'unresolved')
  return Math.min(...kept.map(({ answeredAt }) => answeredAt))
}

/** Promise 3: a key that belongs to a request is refused for another. */
export function checkConflicts({ history }: Evidence): Finding {
  const breaches: Breach[] = []
  let conflicts = 0
  for (const use of keyUsesOf(history)) {
    if (use.key === null) continue
    conflicts += use.sends.filter(({ kind }) => kind === 'conflict').length
    const requests = requestsOfUse(use)
    for (const own of requests) {
      const keptAt = keptSince(own)
      const late = requests
        .filter((other) => other !== own)
        .flat()
        .find(({ sentAt, kind }) => sentAt > keptAt && kind !== 'conflict' && kind !== 'unknown')
      if (late !== undefined)
        breaches.push({ what: `${use.key} was used for another request: ${late.kind}`, ...where(late) })
    }
  }
  const figure = `${conflicts} answered 409`
  return {
    bar: 'B2',
    what: 'keys used for another request',
    figure,
    must: '409',
    judged: conflicts,
    breaches,
  }
}

/** Checks for unexpected faults: without its database the service answers with 503, and never with 500. */
export function checkUnexpected({ history }: Evidence): Finding {
  const broken = history.filter(({ status }) => status !== null && status >= 500 && status !== 503)
  const breaches = broken.map((sent): Breach => ({ what: `${sent.status}: ${sent.message}`, ...where(sent) }))
  const figure = `${broken.length} of ${history.length}`
  return {
    bar: 'B9',
    what: 'faults of the service itself',
    figure,
    must: '0',
    judged: history.length,
    least: 100,
    breaches,
  }
}

function where({ to, sentAt }: Sent): { number: string; at: number } {
  return { number: to, at: sentAt }
}

function difference(one: Sent, other: Sent): string {
  return `${one.status} ${one.result?.status ?? one.message}, ${other.status} ${other.result?.status ?? other.message}`
}
