import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Ref } from 'react'
import { sentenceOf } from '../../hooks/fault-at.ts'
import { addAfter, isAt, orderSteps, setMember, stepPath } from '../../hooks/workflow-draft.ts'
import type { Draft } from '../../hooks/workflow-draft.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FieldFault } from '../../ui/field.tsx'
import { EditingContext, faultAt, idOf } from './editing.ts'
import type { Editing, SourceFault } from './editing.ts'
import { StepControl } from './step-control.tsx'
import { callFields } from './step-fields.ts'
import { StepItem } from './step-form.tsx'
import styles from './workflow.module.css'

export interface OutlineHandle {
  /** Opens a step and moves the focus to its head, or to its first field with a fault. */
  show: (step: string, part?: 'head' | 'fault') => void
}

export interface OutlineProps {
  draft: Draft
  onChange: (draft: Draft) => void
  faults: readonly SourceFault[]
  isReadOnly: boolean
  /** The step that was opened last, for the map. */
  onMark: (step: string) => void
  /** Steps that a trial has passed. */
  passed: ReadonlySet<string>
  handle: Ref<OutlineHandle>
}

/** The steps of a workflow in the order of the talk, each with its form. */
export function Outline({ draft, onChange, faults, isReadOnly, onMark, passed, handle }: OutlineProps) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const focus = useFocusSoon()
  const steps = orderSteps(draft)
  const positions = new Map(Object.keys(draft.steps).map((name, index) => [name, index]))
  const editing = useMemo<Editing>(() => {
    const show: Editing['show'] = (step, part = 'head') => {
      setOpen((before) => new Set(before).add(step))
      onMark(step)
      focus(part === 'fault' ? idOf(step, 'form') : idOf(step, part), part === 'fault')
    }
    return {
      draft,
      change: onChange,
      faults,
      isReadOnly,
      open,
      show,
      focus: (id) => focus(id),
      toggle: (step) => {
        setOpen((before) => (before.has(step) ? withoutOne(before, step) : new Set(before).add(step)))
        onMark(step)
      },
      renamed: (from, to) => {
        setOpen((before) => withoutOne(before, from).add(to))
        onMark(to)
      },
    }
  }, [draft, onChange, faults, isReadOnly, open, onMark, focus])
  useImperativeHandle(handle, () => ({ show: editing.show }))
  const ofWhole = faults.filter(
    ({ path }) => !steps.some(({ name }) => isAt(path, stepPath(name))) && !callFields.some(isOf(path)),
  )
  return (
    <EditingContext value={editing}>
      <div className={styles.outline}>
        <FieldFault>
          {ofWhole.length === 0 ? undefined : ofWhole.map(({ message }) => sentenceOf(message)).join(' ')}
        </FieldFault>
        {steps.length === 0 && (
          <Empty
            action={
              !isReadOnly && (
                <Button
                  id="add-first-step"
                  onPress={() => {
                    onChange(addAfter(draft, null, 'greet', { kind: 'say', text: '' }))
                    editing.show('greet', 'kind')
                  }}
                >
                  {texts.addFirst}
                </Button>
              )
            }
          >
            {texts.noSteps}
          </Empty>
        )}
        <ol className={styles.steps} aria-label={texts.steps}>
          {steps.map((one) => (
            <StepItem key={positions.get(one.name)} {...one} isPassed={passed.has(one.name)} />
          ))}
        </ol>
        <details className={styles.more}>
          <summary>{texts.ofCall}</summary>
          <div className={styles.moreFields}>
            {callFields.map((field) => (
              <StepControl
                key={field.name}
                field={field}
                value={draft[field.name] as string | undefined}
                onChange={(value) => onChange(setMember(draft, field.name, value))}
                fault={faultAt(faults, field.name)}
              />
            ))}
          </div>
        </details>
      </div>
    </EditingContext>
  )
}

const isOf =
  (path: string) =>
  ({ name }: { name: string }): boolean =>
    isAt(path, name)

function withoutOne(set: ReadonlySet<string>, one: string): Set<string> {
  const rest = new Set(set)
  rest.delete(one)
  return rest
}

/** Returns what moves the focus to an element by its id once it is drawn, or to the field at fault within it. */
function useFocusSoon(): (id: string, isFault?: boolean) => void {
  const [wanted, setWanted] = useState<{ id: string; isFault: boolean } | null>(null)
  const done = useRef<object | null>(null)
  useEffect(() => {
    if (wanted === null || done.current === wanted) return
    const element = document.getElementById(wanted.id)
    if (element === null) return
    done.current = wanted
    const faulty = wanted.isFault ? element.querySelector<HTMLElement>('[aria-invalid="true"]') : null
    // A field behind "more" can't have the focus before that is open.
    faulty?.closest('details')?.setAttribute('open', '')
    const field = faulty ?? (wanted.isFault ? element.querySelector<HTMLElement>('select, input') : element)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  })
  return useMemo(
    () =>
      (id, isFault = false) =>
        setWanted({ id, isFault }),
    [],
  )
}
