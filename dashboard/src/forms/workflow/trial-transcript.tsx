import { Fragment } from 'react'
import { useFormats } from '../../hooks/use-formats.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Transcript } from '../../ui/transcript.tsx'
import type { TranscriptLine } from '../../ui/transcript.tsx'
import type { Trial } from './trial.tsx'

/** The talk of a trial; below the last words of each turn, the steps that were taken and what they kept. */
export function TrialTranscript({ trial, onGoTo }: { trial: Trial; onGoTo: (step: string) => void }) {
  const { workflowEditor: texts, call } = useMessages('workflowEditor', 'call')
  const formats = useFormats('UTC')
  const lines = trial.turns.flatMap((turn, index): TranscriptLine[] => {
    const said = turn.lines.length === 0 ? [{ role: 'system' as const, text: null }] : turn.lines
    const variables = Object.entries(turn.variables).map(([name, value]) => `${name} = “${value}”`)
    const sources = [
      ...(turn.steps.length === 0
        ? []
        : [
            texts.stepsTaken(
              turn.steps.map((step, at) => (
                <Fragment key={`${step} ${at}`}>
                  {at > 0 && ', '}
                  <Button kind="word" small onPress={() => onGoTo(step)}>
                    <bdi>{step}</bdi>
                  </Button>
                </Fragment>
              )),
            ),
          ]),
      ...turn.tickets.map(({ subject }) => texts.ticket(<bdi>{subject}</bdi>)),
      ...(variables.length === 0 ? [] : [texts.variables(<bdi>{variables.join(', ')}</bdi>)]),
    ]
    return said.map(({ role, text }, at) => ({
      id: `${index} ${at}`,
      time: at === 0 ? texts.turn(formats.number(index + 1)) : '',
      speaker: call.speakers[role] ?? role,
      isCustomer: role === 'customer',
      words: text === null ? texts.saysNothing : <span data-stored="">{text}</span>,
      ...(at === said.length - 1 ? { sources } : {}),
    }))
  })
  return (
    <div aria-live="polite">
      <Transcript label={texts.trial} lines={lines} />
    </div>
  )
}
