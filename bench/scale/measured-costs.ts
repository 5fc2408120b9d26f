import { readFileSync } from 'node:fs'

/** What the service costs, as docs/benchmarks.md has it. Milliseconds of one core, or bytes. */
export interface MeasuredCosts {
  /** A call: accepted into the queue, dialed, answered and ended. */
  call: Cost
  /** A WhatsApp message, until the provider has taken it. */
  send: Cost
  /** A webhook of the provider about a message, stored and processed. */
  webhook: Cost
  /** A page of a list. */
  list: Cost
  /** Sends a second of one organization: they wait for each other at its plan. */
  sendsOfOneOrganization: number
  bytesOf: { call: Bytes; message: Bytes }
}

export interface Cost {
  node: number
  postgres: number
}

interface Bytes {
  stored: number
  log: number
}

/** The load of the run whose cores in use the page shows: one row of webhooks beside sends. */
const mixed = { webhooks: 200, sends: 50 }

/** Reads the costs from the page, so that a new measurement changes everything that is computed from it. */
export function readMeasuredCosts(): MeasuredCosts {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
  const accepted = rowAfter(page, 'A call that waits because its campaign’s one slot is taken', 'Switchboard')
  const atOnce = rowAfter(page, 'A call that goes at once: committed', 'Switchboard')
  const attempt = rowAfter(page, 'The cost of an attempt from the queue to its end', '1,000 waiting')
  const sends = rowAfter(page, 'Sends of one broadcast, each to somebody new', 'Switchboard')
  const cores = rowAfter(page, "The worker's backlog, and the cores in use meanwhile", '1')
  const lists = rowAfter(page, 'List of 20 conversations by status', 'Switchboard')
  const call = rowAfter(page, 'What one leaves in the database', 'call')
  const message = rowAfter(page, 'What one leaves in the database', 'message')
  const send = { node: sends[4]!, postgres: sends[5]! }
  // The cores that the sends of that run did not use, for each of its webhooks.
  const perWebhook = (busy: number, ofSends: number) =>
    (busy * 1_000 - mixed.sends * ofSends) / mixed.webhooks
  return {
    // The dial of a call that goes at once contains its request, so this is at most too much.
    call: { node: accepted[4]! + atOnce[4]!, postgres: accepted[5]! + attempt[3]! },
    send,
    webhook: {
      node: perWebhook(cores[2]! + cores[3]!, send.node),
      postgres: perWebhook(cores[4]!, send.postgres),
    },
    list: { node: lists[4]!, postgres: lists[5]! },
    sendsOfOneOrganization: sends[0]!,
    bytesOf: {
      call: { stored: call[0]!, log: call[1]! },
      message: { stored: message[0]!, log: message[1]! },
    },
  }
}

/** Returns the numbers of a row's cells behind its name, in the first table after the text. */
function rowAfter(page: string, text: string, name: string): number[] {
  const at = page.indexOf(text)
  if (at === -1) throw new Error(`docs/benchmarks.md does not have: ${text}`)
  const lines = page.slice(at).split('\n')
  const row = lines.find((line) => line.startsWith('|') && line.split('|')[1]?.trim() === name)
  if (row === undefined) throw new Error(`docs/benchmarks.md has no row ${name} after: ${text}`)
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell.trim().replaceAll(',', '')))
}
