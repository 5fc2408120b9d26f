import { expandTypes as expandAll } from '../../events/event-types.ts'
import type { EventType } from '../../events/event-types.ts'

/** Is sent on request alone, so that no endpoint chooses it. */
const onRequest: EventType = 'webhook.test'

/**
 * Returns the types that choices of an endpoint mean together, in the order of the catalog: a type itself, all types of
 * a kind (`call.*`), or all (`*`).
 */
export function expandTypes(choices: readonly string[]): EventType[] {
  return expandAll(choices).types.filter((type) => type !== onRequest)
}

/** Returns the types that one choice means. Empty if it means none. */
export function typesOf(choice: string): EventType[] {
  return expandTypes([choice])
}
