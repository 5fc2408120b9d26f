import { createContext, use } from 'react'
import type { Data } from '../../api/operations.ts'
import { sentenceOf } from '../../hooks/fault-at.ts'
import { isAt } from '../../hooks/workflow-draft.ts'
import type { Draft } from '../../hooks/workflow-draft.ts'

export type SourceFault = Data<'checkWorkflow'>['faults'][number]

/** What the parts of the outline share. */
export interface Editing {
  draft: Draft
  change: (draft: Draft) => void
  faults: readonly SourceFault[]
  isReadOnly: boolean
  /** Steps whose forms are open. */
  open: ReadonlySet<string>
  toggle: (step: string) => void
  /** Opens a step and moves the focus to an element of it, once it is there. */
  show: (step: string, part?: StepPart) => void
  /** Moves the focus to an element by its id, once it is there. */
  focus: (id: string) => void
  /** Says to screen readers what an action did. */
  renamed: (from: string, to: string) => void
}

export type StepPart = 'head' | 'kind' | 'name' | 'fault'

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (editing === null) throw new Error('this part stands within an outline')
  return editing
}

/** The id of an element of a step, for the focus. */
export function idOf(step: string, part: string): string {
  return `step ${step} ${part}`.replaceAll(' ', ':')
}

/** Returns the sentences of the faults at a path and below it. */
export function faultAt(faults: readonly SourceFault[], path: string): string | undefined {
  const found = faults.filter((fault) => isAt(fault.path, path))
  return found.length === 0 ? undefined : found.map(({ message }) => sentenceOf(message)).join(' ')
}
