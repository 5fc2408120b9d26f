import type { ReactNode } from 'react'
import type { Draft } from '../../hooks/workflow-draft.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Outline } from './outline.tsx'
import type { OutlineProps } from './outline.tsx'

export interface OutlineViewProps extends Omit<OutlineProps, 'draft'> {
  draft: Draft | null
  isReading: boolean
  sourceHref: string
  /** A button in the head; null: none. */
  clear: ReactNode
}

/** The outline; or why the source can't be shown as one, and the way there. */
export function OutlineView({ draft, isReading, sourceHref, clear, ...outline }: OutlineViewProps) {
  const { workflowEditor: texts, common } = useMessages('workflowEditor')
  return (
    <Section title={texts.steps} aside={clear ?? undefined}>
      {draft !== null ? (
        <Outline {...outline} draft={draft} />
      ) : isReading ? (
        <Skeleton label={common.loading} />
      ) : (
        <Empty
          next={texts.unreadableNext}
          action={
            <Link kind="button" href={sourceHref}>
              {texts.toSource}
            </Link>
          }
        >
          {texts.unreadable}
        </Empty>
      )}
    </Section>
  )
}
