import { Counts } from '../../base/counts.ts'
import { refusals } from '../../base/refusals.ts'
import { SharedPlaces } from '../../base/shared-places.ts'
import type { ConversationKey } from '../conversation/conversation.ts'

/** At most so many requests wait for an answer of an agent at a time, in one process. */
const openAnswersMax = { conversation: 3, organization: 500, process: 1_000 }

/**
 * Counts the requests that wait for an answer, so that no conversation and no organization takes the places of others.
 */
export class OpenAnswers {
  readonly #places = new SharedPlaces({
    placesMax: openAnswersMax.process,
    perOrganizationMax: openAnswersMax.organization,
  })
  readonly #byConversation = new Counts()

  /**
   * Takes a place. Returns what gives it back, once.
   *
   * @throws {Refusal} `too_many_streams`.
   */
  take({ organization_id, conversation_id }: ConversationKey): () => void {
    const open = this.#byConversation.of(conversation_id)
    const free = open < openAnswersMax.conversation ? this.#places.take(organization_id) : null
    if (free === null) throw refusals.tooManyStreams()
    this.#byConversation.add(conversation_id, 1)
    return () => {
      free()
      this.#byConversation.add(conversation_id, -1)
    }
  }
}
