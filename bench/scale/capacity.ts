import type { Cost, MeasuredCosts } from './measured-costs.ts'

/** What is assumed and not measured. docs/scale.md shows each. */
export const assumptions = {
  /** Parts of a day's conversations. */
  calls: 0.5,
  /** WhatsApp messages of a conversation that is no call, and the provider's webhooks about each. */
  messages: 2,
  webhooksPerMessage: 3,
  /** Pages of lists that people and programs read for each conversation. */
  lists: 2,
  /** Hours of the day in which everything happens, and how far the busiest minute is above their mean. */
  busyHours: 10,
  peak: 2,
  /** Cores of a primary, and how much of processor time may be used at the peak. */
  primaryCores: 32,
  usable: 0.6,
  /** Days of data that are kept. */
  keptDays: 365,
  /** Copies of the data: primary, synchronous standby, and what backups have. */
  copies: 3,
  /** The most that one primary should hold, so that a new standby is made within hours. */
  terabytesMax: 8,
  /** Euro a month. */
  coreEuro: 15,
  terabyteEuro: 80,
  /** Cores that a cell has beside its primary's, whatever its load: standby, etcd, proxies. */
  otherCores: 6,
} as const

export type Assumptions = { [Name in keyof typeof assumptions]: number }

export interface Capacity {
  conversationsADay: number
  /** Conversations a second in the busiest minute. */
  peakRate: number
  /** Cores in use at the peak, before the reserve. */
  postgresCores: number
  nodeCores: number
  cells: number
  /** Why there is not one cell less. */
  bound: 'processor' | 'disk'
  /** Cores to be paid for. */
  cores: number
  /** Terabytes of the data kept, without its copies. */
  terabytes: number
  /** Megabytes a second that PostgreSQL writes to its log at the peak, in one cell. */
  logMegabytes: number
  euro: number
}

/** Returns milliseconds of a core for one conversation of the mix. */
export function costOfConversation(costs: MeasuredCosts, given: Assumptions = assumptions): Cost {
  const messages = (1 - given.calls) * given.messages
  const sum = (part: keyof Cost) =>
    given.calls * costs.call[part] +
    messages * (costs.send[part] + given.webhooksPerMessage * costs.webhook[part]) +
    given.lists * costs.list[part]
  return { node: sum('node'), postgres: sum('postgres') }
}

/** Returns what a number of conversations a day needs. */
export function capacityFor(
  conversationsADay: number,
  costs: MeasuredCosts,
  given: Assumptions = assumptions,
): Capacity {
  const cost = costOfConversation(costs, given)
  const peakRate = (conversationsADay / (given.busyHours * 3_600)) * given.peak
  const postgresCores = (peakRate * cost.postgres) / 1_000
  const nodeCores = (peakRate * cost.node) / 1_000
  const messages = (1 - given.calls) * given.messages
  const bytes = (kind: 'stored' | 'log') =>
    given.calls * costs.bytesOf.call[kind] + messages * costs.bytesOf.message[kind]
  const terabytes = (conversationsADay * given.keptDays * bytes('stored')) / 1e12
  const forProcessor = Math.ceil(postgresCores / (given.primaryCores * given.usable))
  const forDisk = Math.ceil(terabytes / given.terabytesMax)
  const cells = Math.max(1, forProcessor, forDisk)
  const primaries = Math.max(2, Math.ceil(postgresCores / given.usable / cells))
  // A standby is as large as its primary; processes of Node run twice at least.
  const cores =
    cells * (2 * primaries + given.otherCores + Math.max(2, Math.ceil(nodeCores / given.usable / cells)))
  return {
    conversationsADay,
    peakRate,
    postgresCores,
    nodeCores,
    cells,
    bound: forDisk > forProcessor ? 'disk' : 'processor',
    cores,
    terabytes,
    logMegabytes: (peakRate / cells) * (bytes('log') / 1e6),
    euro: cores * given.coreEuro + terabytes * given.copies * given.terabyteEuro,
  }
}
