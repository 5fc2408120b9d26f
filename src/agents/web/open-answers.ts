import { refusals } from '../../base/refusals.ts'
import type { ConversationKey } from '../conversation/conversation.ts'

/** At most so many requests wait for an answer of an agent at a time, in one process. */
export const openAnswersMax = { conversation: 3, organization: 500, process: 1_000 }

/** Counts the requests that wait for an answer, so that no conversation and no organization takes the places of others. */
export class OpenAnswers {
  readonly #byConversation = new Map<string, number>()
  readonly #byOrganization = new Map<string, number>()
  #count = 0

  /**
   * Takes a place, and returns what gives it back.
   *
   * @throws {Refusal} `too_many_streams`.
   */
  take({ organization_id, conversation_id }: ConversationKey): () => void {
    const ofConversation = this.#byConversation.get(conversation_id) ?? 0
    const ofOrganization = this.#byOrganization.get(organization_id) ?? 0
    if (
      ofConversation >= openAnswersMax.conversation ||
      ofOrganization >= openAnswersMax.organization ||
      this.#count >= openAnswersMax.process
    )
      throw refusals.tooManyStreams()
    this.#add(organization_id, conversation_id, 1)
    return () => this.#add(organization_id, conversation_id, -1)
  }

  #add(organizationId: string, conversationId: string, change: 1 | -1): void {
    this.#count += change
    addTo(this.#byOrganization, organizationId, change)
    addTo(this.#byConversation, conversationId, change)
  }
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
