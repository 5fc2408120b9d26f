import type { Event } from '../api/generated.ts'
import { useMessages } from '../messages/use-messages.ts'

/** Is sent on request alone, so that nobody chooses it. */
const onRequest = 'webhook'

/** Returns the kind of a type, or of a choice such as `call.*`. */
export function kindOf(type: string): string {
  return type.split('.')[0] ?? type
}

/** The types of events that can be chosen, by their kind, with what they mean. */
export function useEventTypes() {
  const { eventTypes: texts } = useMessages('eventTypes')
  // A type of the service without a text is an error of types here.
  const meanings: Record<Event['type'], string> = texts.types
  const all = Object.keys(meanings)
  const kinds = [...new Set(all.map(kindOf))].filter((kind) => kind !== onRequest)
  return {
    kinds,
    typesOfKind: (kind: string) => all.filter((type) => kindOf(type) === kind),
    nameOfKind: (kind: string) => texts.kinds[kind] ?? kind,
    meaningOf: (type: string) => (meanings as Record<string, string>)[type] ?? null,
  }
}
