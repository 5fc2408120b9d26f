/** What may have changed. */
export const hintTopics = ['calls', 'conversations', 'messages', 'sources', 'config', 'health'] as const
export type HintTopic = (typeof hintTopics)[number]

/**
 * Says that something may have changed, so that whoever shows it asks again. It carries no data: a lost hint costs a moment,
 * never a wrong screen.
 */
export interface Hint {
  topic: HintTopic
  organization_id: string
  /** Null: of the whole organization. */
  project_id: string | null
  /** What changed; null: anything of the topic. */
  ids: readonly string[] | null
}

/** A hint about more records than this names none of them. */
export const hintIdsMax = 20

/** The channel on which processes pass hints on. */
export const hintChannel = 'switchboard_hints'
