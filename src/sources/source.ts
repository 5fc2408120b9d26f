export const sourceTypes = ['files', 'urls', 'domains'] as const
export type SourceType = (typeof sourceTypes)[number]

/** How far the index matches a source (Rule 35). `partial`: some pages failed. */
export const syncStatuses = ['pending', 'syncing', 'success', 'partial', 'failed'] as const
export type SyncStatus = (typeof syncStatuses)[number]

/** Who added a source; `operator` stands for the command line. */
export type SourceCreator = { kind: 'api_key'; _id: string; name: string } | { kind: 'operator' }
