export const sourceTypes = ['files', 'urls', 'domains'] as const
export type SourceType = (typeof sourceTypes)[number]

/** How the knowledge base stands to a source (Rule 35): `partial`, where some of its pages failed. */
export const syncStatuses = ['pending', 'syncing', 'success', 'partial', 'failed'] as const
export type SyncStatus = (typeof syncStatuses)[number]

/** Who added a source. */
export type SourceCreator = { kind: 'api_key'; _id: string; name: string } | { kind: 'operator' }
