/** The types of events. The first word is the kind of the subject. A type never changes its shape but by growing. */
export const eventTypes = [
  'call.queued',
  'call.started',
  'call.answered',
  'call.unresolved',
  'call.resolved',
  'call.retry_scheduled',
  'call.ended',
  'conversation.started',
  'conversation.ended',
  'conversation.handed_over',
  'conversation.returned',
  'message.received',
  'message.sent',
  'message.delivered',
  'message.read',
  'message.failed',
  'message.unresolved',
  'message.settled',
  'profile.created',
  'profile.updated',
  'profile.merged',
  'profile.separated',
  'ticket.opened',
  'ticket.closed',
  'opt_out.started',
  'opt_out.ended',
  'do_not_call.added',
  'do_not_call.ended',
  'source.crawled',
  'template.updated',
  'sender.updated',
  'campaign.ended',
  'agent.write_unknown',
  'agent.budget_reached',
  'guard.tripped',
  'webhook.test',
  'webhook_endpoint.disabled',
] as const
export type EventType = (typeof eventTypes)[number]

/**
 * Returns the types that patterns stand for, in the order of the catalog, each once. A pattern is a type, `call.*` for
 * all types of a kind, or `*` for all.
 *
 * @returns `unknown`: the patterns that stand for none.
 */
export function expandTypes(patterns: readonly string[]): { types: EventType[]; unknown: string[] } {
  const matches = (pattern: string) => (type: EventType) =>
    pattern === type || pattern === '*' || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
  return {
    types: eventTypes.filter((type) => patterns.some((pattern) => matches(pattern)(type))),
    unknown: patterns.filter((pattern) => !eventTypes.some(matches(pattern))),
  }
}
