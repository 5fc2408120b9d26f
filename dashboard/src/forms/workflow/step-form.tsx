import { useState } from 'react'
import { sentenceOf } from '../../hooks/fault-at.ts'
import type { Json } from '../../hooks/merge-record.ts'
import {
  addAfter,
  branchesOf,
  duplicateStep,
  exitsOf,
  freeName,
  isAt,
  orderSteps,
  removeStep,
  renameStep,
  setKind,
  setMember,
  setStep,
  stepOf,
  stepPath,
  textOf,
} from '../../hooks/workflow-draft.ts'
import type { OrderedStep, StepDraft } from '../../hooks/workflow-draft.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button, ButtonGroup } from '../../ui/button.tsx'
import { FieldFault } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Branches } from './branches.tsx'
import { faultAt, idOf, useEditing } from './editing.ts'
import { StepChoice, StepControl } from './step-control.tsx'
import { stepFields, stepKinds } from './step-fields.ts'
import type { StepField } from './step-fields.ts'
import styles from './workflow.module.css'

/** One step of the outline: what it is, and its form once it is opened. */
export function StepItem({ name, step, distance, isPassed }: OrderedStep & { isPassed: boolean }) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { faults, open, toggle } = useEditing()
  const isOpen = open.has(name)
  const own = faults.filter(({ path }) => isAt(path, stepPath(name)))
  const formId = idOf(name, 'form')
  const to = exitsOf(step).map((exit) => exit.to)
  return (
    <li className={styles.step} data-step={name} {...(isPassed ? { 'data-passed': '' } : {})}>
      <h3 className={styles.stepTitle}>
        <button
          type="button"
          id={idOf(name, 'head')}
          className={styles.stepHead}
          aria-expanded={isOpen}
          aria-controls={isOpen ? formId : undefined}
          onClick={() => toggle(name)}
        >
          <span className={styles.stepName}>
            <bdi>{name}</bdi>
          </span>
          <span className={styles.stepKind}>{texts.kinds[step.kind] ?? <bdi>{step.kind}</bdi>}</span>
          <span className={styles.stepWords}>
            <bdi>{wordsOf(step)}</bdi>
          </span>
          <span className={styles.stepNotes}>
            {distance === 0 && <span>{texts.first}</span>}
            {distance === null && <span className={styles.loose}>{texts.loose}</span>}
            {own.length > 0 && <span className={styles.faulty}>{texts.faults(own.length)}</span>}
          </span>
          {to.length > 0 && (
            <span className={styles.stepLeads}>{texts.leads(<bdi>{[...new Set(to)].join(', ')}</bdi>)}</span>
          )}
        </button>
      </h3>
      {isOpen && (
        <div className={styles.stepForm} id={formId} role="group" aria-labelledby={idOf(name, 'head')}>
          <StepForm name={name} step={step} />
        </div>
      )}
    </li>
  )
}

const wordsMax = 90

/** Returns the first words of what a step says or does. */
function wordsOf(step: StepDraft): string {
  const { text, subject, question, to, url, agent, variable } = step
  const words = [text, subject, question, to, url, agent, variable].find(
    (one) => typeof one === 'string' && one !== '',
  )
  const tested = [...new Set(branchesOf(step).map((branch) => textOf(branch['variable'])))].join(', ')
  const line = (typeof words === 'string' ? words : tested).replaceAll(/\s+/g, ' ')
  return line.length > wordsMax ? `${line.slice(0, wordsMax)}…` : line
}

function StepForm({ name, step }: { name: string; step: StepDraft }) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { draft, change, faults, isReadOnly } = useEditing()
  const fields = stepFields[step.kind] ?? []
  const path = stepPath(name)
  const rare = fields.filter(({ isRare }) => isRare === true)
  // What no field of the form shows stands above it.
  const others = faults.filter(
    (fault) => isAt(fault.path, path) && !fields.some((field) => isAt(fault.path, `${path}.${field.name}`)),
  )
  const isRareNeeded = rare.some((field) => faultAt(faults, `${path}.${field.name}`) !== undefined)
  return (
    <>
      <FieldFault>
        {others.length === 0 ? undefined : others.map(({ message }) => sentenceOf(message)).join(' ')}
      </FieldFault>
      <div className={styles.row}>
        <Select
          id={idOf(name, 'kind')}
          label={texts.kind}
          value={step.kind}
          disabled={isReadOnly}
          onChange={({ target }) => {
            const members = new Set((stepFields[target.value] ?? []).map((field) => field.name))
            const added: StepDraft = { kind: target.value, ...startOf(target.value) }
            const changed = setKind(draft, name, target.value, members)
            change(setStep(changed, name, { ...added, ...changed.steps[name] }))
          }}
          choices={[
            ...stepKinds.map((kind) => ({ value: kind, label: texts.kinds[kind] ?? kind })),
            ...(stepKinds.includes(step.kind) ? [] : [{ value: step.kind, label: step.kind }]),
          ]}
        />
        <NameField name={name} />
      </div>
      {fields
        .filter(({ isRare }) => isRare !== true)
        .map((field) => (
          <Member key={field.name} {...{ name, step, field }} />
        ))}
      {rare.length > 0 && (
        <details className={styles.more} open={isRareNeeded || undefined}>
          <summary>{texts.more}</summary>
          <div className={styles.moreFields}>
            {rare.map((field) => (
              <Member key={field.name} {...{ name, step, field }} />
            ))}
          </div>
        </details>
      )}
      {!isReadOnly && <Actions name={name} />}
    </>
  )
}

/** What a kind needs from the beginning. */
function startOf(kind: string): Record<string, Json> {
  switch (kind) {
    case 'say':
      return { text: '' }
    case 'listen':
      return { text: '', variable: 'answer' }
    case 'choose':
      return { branches: [] }
    case 'look_up':
      return { question: '', into: 'found' }
    case 'open_ticket':
      return { subject: '' }
    case 'transfer':
      return { to: '' }
    case 'agent':
      return { agent: '' }
    case 'play':
      return { url: '' }
    default:
      return {}
  }
}

function Member({ name, step, field }: { name: string; step: StepDraft; field: StepField }) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { draft, change, faults } = useEditing()
  const fault = faultAt(faults, `${stepPath(name)}.${field.name}`)
  const set = (value: Json | undefined): void => change(setStep(draft, name, { [field.name]: value }))
  if (field.control === 'branches') return <Branches name={name} step={step} />
  if (field.control !== 'step')
    return <StepControl field={field} value={step[field.name]} onChange={set} fault={fault} />
  const isFallback = field.name !== 'next' && field.isNeeded !== true
  return (
    <StepChoice
      step={name}
      label={texts.fields[field.name] ?? field.name}
      value={step[field.name]}
      none={field.isNeeded === true ? texts.unset : isFallback ? texts.sameAsNext : texts.ends}
      fault={fault}
      onChange={set}
      member={(to) => ({ [field.name]: to })}
    />
  )
}

/** The name is changed when the field is left or Enter is pressed, so that nothing leads to half of one. */
function NameField({ name }: { name: string }) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { draft, change, isReadOnly, renamed } = useEditing()
  const [typed, setTyped] = useState({ of: name, text: name })
  const text = typed.of === name ? typed.text : name
  const isTaken = text !== name && stepOf(draft, text) !== undefined
  const commit = (): void => {
    if (isTaken || text === name) return
    if (text === '') return setTyped({ of: name, text: name })
    change(renameStep(draft, name, text))
    renamed(name, text)
  }
  return (
    <TextField
      id={idOf(name, 'name')}
      label={texts.name}
      width="medium"
      mono
      dir="ltr"
      readOnly={isReadOnly}
      value={text}
      onChange={({ target }) => setTyped({ of: name, text: target.value })}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
      fault={isTaken ? texts.taken(<bdi>{text}</bdi>) : undefined}
    />
  )
}

function Actions({ name }: { name: string }) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { draft, change, show, focus } = useEditing()
  const remove = (): void => {
    const order = orderSteps(draft).map((one) => one.name)
    const at = order.indexOf(name)
    const near = order[at + 1] ?? order[at - 1]
    change(removeStep(draft, name))
    focus(near === undefined ? 'add-first-step' : idOf(near, 'head'))
  }
  return (
    <ButtonGroup>
      <Button
        small
        onPress={() => {
          const added = freeName(draft, 'step')
          change(addAfter(draft, name, added, { kind: 'say', text: '' }))
          show(added, 'kind')
        }}
      >
        {texts.addAfter}
      </Button>
      <Button
        small
        onPress={() => {
          const copy = freeName(draft, name)
          change(duplicateStep(draft, name, copy))
          show(copy, 'name')
        }}
      >
        {texts.duplicate}
      </Button>
      <Button
        small
        reason={draft.start === name ? texts.isFirst : null}
        onPress={() => {
          change(setMember(draft, 'start', name))
          focus(idOf(name, 'head'))
        }}
      >
        {texts.makeFirst}
      </Button>
      <Button small onPress={remove}>
        {texts.remove}
      </Button>
    </ButtonGroup>
  )
}
