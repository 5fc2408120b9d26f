import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPagesQuery } from '../../api/all-pages.ts'
import type { Json } from '../../hooks/merge-record.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { addAfter, freeName, setStep, stepOf } from '../../hooks/workflow-draft.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useEditing } from './editing.ts'
import type { StepField } from './step-fields.ts'
import styles from './workflow.module.css'

export interface ControlProps {
  field: StepField
  value: Json | undefined
  /** undefined takes the member away. */
  onChange: (value: Json | undefined) => void
  fault: string | undefined
  hint?: string | undefined
}

/** The control of one member that is text, a number or a choice. */
export function StepControl({ field, value, onChange, fault, hint }: ControlProps) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { isReadOnly } = useEditing()
  const { name, control, isNeeded = false, fallback } = field
  const label = texts.fields[name] ?? name
  const shared = {
    label,
    fault,
    hint: hint ?? texts.hintOf[name],
    optional: !isNeeded && control !== 'input',
  }
  const textual = {
    ...shared,
    readOnly: isReadOnly,
    value: typeof value === 'string' ? value : (fallback ?? ''),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(target.value === '' && !isNeeded ? undefined : target.value),
  }
  switch (control) {
    case 'text':
      return <TextArea {...textual} rows={2} dir="auto" />
    case 'line':
      return <TextField {...textual} width="full" dir="auto" data-stored="" />
    case 'code':
      return <TextField {...textual} optional={shared.optional} width="medium" mono dir="ltr" />
    case 'lines':
      return <Lines {...shared} value={value} onChange={onChange} isReadOnly={isReadOnly} />
    case 'number':
      return (
        <NumberField
          {...shared}
          value={(value ?? null) as number | null}
          onChange={(number) => onChange(number ?? undefined)}
          min={field.min}
          max={field.max}
          unit={texts.units[name]}
          isDisabled={isReadOnly}
        />
      )
    case 'input':
      return (
        <Select
          {...shared}
          value={typeof value === 'string' ? value : fallback}
          disabled={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
          choices={Object.entries(texts.inputs).map(([id, label]) => ({ value: id, label }))}
        />
      )
    case 'agent':
      return <AgentChoice {...shared} value={value} onChange={onChange} isReadOnly={isReadOnly} />
    case 'step':
    case 'branches':
      return null
  }
}

export interface LinesProps {
  label: string
  hideLabel?: boolean
  fault?: string | undefined
  hint?: string | undefined
  optional?: boolean
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  isReadOnly: boolean
}

/** The agents of the project by name; one that is not among them stays as it is written. */
function AgentChoice({ value, onChange, isReadOnly, ...shared }: LinesProps) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { ids } = usePlace()
  const { data } = useQuery(allPagesQuery('listAgents', ids))
  const written = typeof value === 'string' ? value : ''
  const names = new Set(data?.items.map(({ name }) => name))
  if (written !== '') names.add(written)
  return (
    <Select
      {...shared}
      value={written}
      disabled={isReadOnly}
      onChange={({ target }) => onChange(target.value)}
      choices={[
        { value: '', label: texts.chooseAgent },
        ...[...names].map((name) => ({ value: name, label: name })),
      ]}
    />
  )
}

/** A list of texts, one a line. One that is empty is taken away. */
export function Lines({ value, onChange, isReadOnly, ...shared }: LinesProps) {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const stored = list.map(String).join('\n')
  const [typed, setTyped] = useState(stored)
  // What is typed stays as it is, with its empty lines, unless the list was set from elsewhere.
  const shown = linesOf(typed).join('\n') === stored ? typed : stored
  return (
    <TextArea
      {...shared}
      rows={2}
      dir="auto"
      readOnly={isReadOnly}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        const lines = linesOf(target.value)
        onChange(lines.length === 0 ? undefined : lines)
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export interface StepChoiceProps {
  /** The step that has the choice. */
  step: string
  label: string
  hint?: string | undefined
  value: Json | undefined
  /** What is chosen where there is no step: the call ends, or what else holds. */
  none: string
  fault: string | undefined
  onChange: (value: string | undefined) => void
  /** Sets a step that is made here: in one change with the new step. */
  member: (to: string) => Record<string, Json>
}

/** The choice of the step that follows, with a way to go there or to make one. */
export function StepChoice(props: StepChoiceProps) {
  const { step, label, hint, value, none, fault, onChange, member } = props
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { draft, change, show, isReadOnly } = useEditing()
  const chosen = typeof value === 'string' ? value : ''
  const names = Object.keys(draft.steps)
  const isThere = stepOf(draft, chosen) !== undefined
  const make = (): void => {
    const name = chosen !== '' ? chosen : freeName(draft, 'step')
    // It is added at the end of the talk, so nothing else leads elsewhere.
    change(setStep(addAfter(draft, null, name, { kind: 'say', text: '' }), step, member(name)))
    show(name, 'kind')
  }
  return (
    <div className={styles.choice}>
      <Select
        label={label}
        hint={hint}
        fault={fault}
        value={chosen}
        disabled={isReadOnly}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        choices={[
          { value: '', label: none },
          ...(chosen !== '' && !isThere ? [{ value: chosen, label: texts.missing(chosen) }] : []),
          ...names.map((name) => ({ value: name, label: name })),
        ]}
      />
      {isThere && (
        <Button kind="word" small aria-label={texts.goTo(chosen)} onPress={() => show(chosen)}>
          {texts.goToStep}
        </Button>
      )}
      {!isThere && !isReadOnly && (
        <Button kind="word" small aria-label={texts.makeStepFor(label)} onPress={make}>
          {texts.makeStep}
        </Button>
      )}
    </div>
  )
}
