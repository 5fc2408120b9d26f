import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import type { ApiError } from '../../api/errors.ts'
import type { TrialInput } from '../../api/generated.ts'
import type { Data } from '../../api/operations.ts'
import { Failure } from '../../components/failure.tsx'
import { usePlace } from '../../hooks/use-place.ts'
import { useSettled } from '../../hooks/use-settled.ts'
import { customerKeysOf } from '../../hooks/workflow-draft.ts'
import type { Draft } from '../../hooks/workflow-draft.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button, ButtonGroup } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TrialTranscript } from './trial-transcript.tsx'
import styles from './workflow.module.css'

export type Trial = Data<'tryWorkflow'>

/** As the server takes them. */
const inputsMax = 50
/** Typing in a step doesn't run the trial again at once. */
const settleMs = 500
const noSteps: ReadonlySet<string> = new Set()

const samples: Record<string, string> = {
  name: 'Ada',
  phone_number: '+14155550143',
  email: 'ada@example.com',
}

export interface TrialPanelProps {
  /** null: the source can't be read. */
  draft: Draft | null
  faultsCount: number
  /** Called with the steps that the trial has passed. */
  onPass: (steps: ReadonlySet<string>) => void
  onGoTo: (step: string) => void
}

/** Tries the workflow as it stands here, by typing as the customer. */
export function TrialPanel({ draft, faultsCount, onPass, onGoTo }: TrialPanelProps) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { ids } = usePlace()
  const [inputs, setInputs] = useState<readonly TrialInput[] | null>(null)
  const [customer, setCustomer] = useState(samples)
  const definition = useSettled(draft, settleMs)
  const given = Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== ''))
  const canRun = draft !== null && faultsCount === 0
  const body = { definition: { ...definition }, customer: given, inputs: [...(inputs ?? [])] }
  const trial = useQuery<Trial, ApiError>({
    queryKey: ['tryWorkflow', ids, body],
    queryFn: ({ signal }) => call('tryWorkflow', { ...ids, body }, { signal }),
    enabled: canRun && inputs !== null && definition !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const shown = inputs === null ? undefined : trial.data
  const taken = shown?.turns.flatMap(({ steps }) => steps).join(' ')
  useEffect(() => {
    onPass(taken === undefined ? noSteps : new Set(taken.split(' ')))
  }, [taken, onPass])
  const reason = canRun ? null : draft === null ? texts.cannotTryUnread : texts.cannotTry(faultsCount)
  return (
    <Section title={texts.trial}>
      <div className={styles.trial}>
        <p className={styles.lead}>{texts.trialLead}</p>
        {draft !== null && <Sample draft={draft} customer={customer} onChange={setCustomer} />}
        {reason !== null && <p role="status">{reason}</p>}
        <ButtonGroup>
          <Button reason={reason} onPress={() => setInputs([])}>
            {inputs === null ? texts.begin : texts.again}
          </Button>
          {inputs !== null && (
            <Button
              reason={inputs.length === 0 ? texts.nothingToTakeBack : null}
              onPress={() => setInputs(inputs.slice(0, -1))}
            >
              {texts.stepBack}
            </Button>
          )}
        </ButtonGroup>
        {canRun && trial.error !== null && (
          <Failure error={trial.error} onRetry={() => void trial.refetch()} />
        )}
        {shown !== undefined && <TrialTranscript trial={shown} onGoTo={onGoTo} />}
        {shown !== undefined && inputs !== null && (
          <Answer
            waits={shown.waits}
            isFull={inputs.length >= inputsMax}
            onAnswer={(input) => setInputs([...inputs, input])}
            onGoTo={onGoTo}
          />
        )}
      </div>
    </Section>
  )
}

interface SampleProps {
  draft: Draft
  customer: Record<string, string>
  onChange: (customer: Record<string, string>) => void
}

function Sample({ draft, customer, onChange }: SampleProps) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  return (
    <details className={styles.more}>
      <summary>{texts.sample}</summary>
      <div className={styles.moreFields}>
        {customerKeysOf(draft).map((key) => (
          <TextField
            key={key}
            label={<bdi>{key}</bdi>}
            data-stored=""
            value={customer[key] ?? ''}
            onChange={({ target }) => onChange({ ...customer, [key]: target.value })}
          />
        ))}
      </div>
    </details>
  )
}

interface AnswerProps {
  waits: Trial['waits']
  isFull: boolean
  onAnswer: (input: TrialInput) => void
  onGoTo: (step: string) => void
}

/** What the customer does where the call waits. */
function Answer({ waits, isFull, onAnswer, onGoTo }: AnswerProps) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  if (waits === null) return <p role="status">{texts.ended}</p>
  if (isFull) return <p role="status">{texts.tooMany}</p>
  const at = (
    <p role="status">
      {texts.waitsAt(
        <Button kind="word" small onPress={() => onGoTo(waits.step)}>
          <bdi>{waits.step}</bdi>
        </Button>,
      )}
    </p>
  )
  const answer = (input: TrialInput): void => {
    onAnswer(input)
    setText('')
    field.current?.focus()
  }
  if (waits.kind === 'transfer')
    return (
      <div className={styles.answer} role="group" aria-label={texts.transferEnded}>
        {at}
        <p>{texts.transferEnded}</p>
        <ButtonGroup>
          {(['completed', 'busy', 'no_answer', 'failed'] as const).map((status) => (
            <Button key={status} onPress={() => answer({ kind: 'transfer_ended', status })}>
              {texts.transferStatuses[status]}
            </Button>
          ))}
        </ButtonGroup>
      </div>
    )
  if (waits.kind === 'agent')
    return (
      <div className={styles.answer} role="group" aria-label={texts.agentEnded}>
        {at}
        <p>{texts.agentEnded}</p>
        <ButtonGroup>
          {(['ended', 'transferred', 'opted_out', 'limit', 'failed'] as const).map((outcome) => (
            <Button key={outcome} onPress={() => answer({ kind: 'agent_ended', outcome })}>
              {texts.agentOutcomes[outcome]}
            </Button>
          ))}
        </ButtonGroup>
      </div>
    )
  const isSpoken = waits.input !== 'keys'
  const isKeyed = waits.input !== 'speech'
  const isKeys = /^[0-9*#]{1,32}$/.test(text)
  const sayReason = text.trim() === '' ? texts.sayFirst : null
  const pressReason = isKeys ? null : texts.pressReason
  const say = (): void => answer({ kind: 'speech', text })
  const press = (): void => answer({ kind: 'keys', digits: text })
  return (
    <Form
      className={styles.answer}
      onSubmit={() => {
        // Digits are pressed where keys alone are listened for.
        if (isSpoken && sayReason === null) say()
        else if (!isSpoken && isKeys) press()
      }}
    >
      {at}
      <TextField
        ref={field}
        label={texts.customerSays}
        width="full"
        maxLength={1_000}
        data-stored=""
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ButtonGroup>
        {isSpoken && (
          <Button reason={sayReason} onPress={say}>
            {texts.say}
          </Button>
        )}
        {isKeyed && (
          <Button reason={pressReason} onPress={press}>
            {texts.press}
          </Button>
        )}
        <Button onPress={() => answer({ kind: 'silence' })}>{texts.silence}</Button>
      </ButtonGroup>
    </Form>
  )
}
