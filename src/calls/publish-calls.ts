import type { HintPublisher } from '../hints/publish-hints.ts'

/** A call that may have changed, with its conversation where that has changed too. */
export interface ChangedCall {
  organization_id: string
  project_id: string
  call_id: string
  conversation_id?: string | null
}

/** Publishes to those who watch that a call may have changed. To be called after the commit. */
export function publishCall(
  { hints }: { hints: Pick<HintPublisher, 'publish'> },
  { organization_id, project_id, call_id, conversation_id = null }: ChangedCall,
): void {
  hints.publish({ topic: 'calls', organization_id, project_id, ids: [call_id] })
  if (conversation_id !== null)
    hints.publish({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
}
