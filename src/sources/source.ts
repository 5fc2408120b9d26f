import type { Actor } from '../audit/record-change.ts'

export const sourceTypes = ['files', 'urls', 'domains'] as const
export type SourceType = (typeof sourceTypes)[number]

/** How far the index matches a source (Rule 35). `partial`: some pages failed, or were not found and are kept. */
export const syncStatuses = ['pending', 'syncing', 'success', 'partial', 'failed'] as const
export type SyncStatus = (typeof syncStatuses)[number]

/** Who added a source: a program with a project key, a person in the dashboard, or the command line (`operator`). */
export type SourceCreator =
  | { kind: 'api_key'; _id: string; name: string }
  | { kind: 'person'; _id: string; name: string }
  | { kind: 'operator' }

/** Who adds or changes a source: as the source shows it, and as the change does. */
export interface SourceAuthor {
  creator: SourceCreator
  actor: Actor
}
