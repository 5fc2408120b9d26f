/** What may have changed. */
export const hintTopics = [
  'calls',
  'conversations',
  'messages',
  'sources',
  'webhooks',
  'config',
  'health',
] as const
export type HintTopic = (typeof hintTopics)[number]

/**
 * Says that something may have changed, so that whoever shows it asks again. It carries no data: a lost hint costs a
 * moment, never a wrong screen.
 */
export interface Hint {
  topic: HintTopic
  /** Null: of the installation, which every stream gets. */
  organization_id: string | null
  /** Null: of the whole organization. */
  project_id: string | null
  /** What changed; null: anything of the topic. */
  ids: readonly string[] | null
}

/** A hint about more records than this names none of them. */
export const hintIdsMax = 20

/** The channel on which processes pass hints on. */
export const hintChannel = 'switchboard_hints'
