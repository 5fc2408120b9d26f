import { useState } from 'react'
import { exitsOf, orderSteps } from '../../hooks/workflow-draft.ts'
import type { Draft } from '../../hooks/workflow-draft.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { FlowMap } from '../../ui/flow-map.tsx'
import { Section } from '../../ui/section.tsx'

export interface WorkflowMapProps {
  draft: Draft
  marked: string | null
  passed: ReadonlySet<string>
}

/** The map of the steps beside the outline; it can be put away. */
export function WorkflowMap({ draft, marked, passed }: WorkflowMapProps) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const [isShown, setShown] = useState(true)
  return (
    <Section
      title={texts.map}
      aside={
        <Button kind="word" small aria-expanded={isShown} onPress={() => setShown(!isShown)}>
          {isShown ? texts.hideMap : texts.showMap}
        </Button>
      }
    >
      {isShown && (
        <FlowMap
          label={texts.mapLabel}
          nodes={orderSteps(draft).map(({ name, step, distance }) => {
            const leadsTo = [...new Set(exitsOf(step).map(({ to }) => to))]
            return {
              id: name,
              row: distance,
              leadsTo,
              sentence: texts.mapSentence(name, leadsTo, distance === null),
              isMarked: name === marked,
              isPassed: passed.has(name),
            }
          })}
        />
      )}
    </Section>
  )
}
