import type { HintTeller } from '../hints/tell-hints.ts'

/** A call that may have changed, with its conversation where that has changed too. */
export interface ChangedCall {
  organization_id: string
  project_id: string
  call_id: string
  conversation_id?: string | null
}

/** Tells those who watch that a call may have changed. To be called after the commit. */
export function tellCall(
  { hints }: { hints: Pick<HintTeller, 'tell'> },
  { organization_id, project_id, call_id, conversation_id = null }: ChangedCall,
): void {
  hints.tell({ topic: 'calls', organization_id, project_id, ids: [call_id] })
  if (conversation_id !== null)
    hints.tell({ topic: 'conversations', organization_id, project_id, ids: [conversation_id] })
}
