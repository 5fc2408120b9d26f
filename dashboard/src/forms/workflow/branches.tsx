import { sentenceOf } from '../../hooks/fault-at.ts'
import type { Json } from '../../hooks/merge-record.ts'
import { useFormats } from '../../hooks/use-formats.ts'
import { branchesOf, setStep, stepPath, textOf, variablesOf } from '../../hooks/workflow-draft.ts'
import type { BranchDraft, StepDraft } from '../../hooks/workflow-draft.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button, ButtonGroup } from '../../ui/button.tsx'
import { FieldFault } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { faultAt, idOf, useEditing } from './editing.ts'
import { Lines, StepChoice } from './step-control.tsx'
import styles from './workflow.module.css'

const tests = ['equals', 'one_of', 'contains', 'is_empty'] as const
type Test = 'equals' | 'one_of' | 'contains' | 'empty' | 'filled'

function testOf(branch: BranchDraft): Test {
  const test = tests.find((one) => branch[one] !== undefined) ?? 'equals'
  return test === 'is_empty' ? (branch['is_empty'] === false ? 'filled' : 'empty') : test
}

/** Gives a branch another test; what can be kept of its value is kept. */
function withTest(branch: BranchDraft, test: Test): BranchDraft {
  const { equals, one_of, contains, is_empty: _, ...rest } = branch
  const values = [equals ?? one_of ?? contains ?? []].flat()
  switch (test) {
    case 'equals':
      return { ...rest, equals: values[0] ?? '' }
    case 'one_of':
      return { ...rest, one_of: values }
    case 'contains':
      return { ...rest, contains: values.map(String) }
    case 'empty':
    case 'filled':
      return { ...rest, is_empty: test === 'empty' }
  }
}

/** The branches of a step in the order in which they are tried. */
export function Branches({ name, step }: { name: string; step: StepDraft }) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { draft, change, faults, isReadOnly, focus } = useEditing()
  const branches = branchesOf(step)
  const path = `${stepPath(name)}.branches`
  const set = (next: readonly BranchDraft[]): void =>
    change(setStep(draft, name, { branches: next as Json[] }))
  const idAt = (index: number, part: string): string => idOf(name, `branch-${index}-${part}`)
  const own = faults.find((fault) => fault.path === path)
  const listId = idOf(name, 'variables')
  const addId = idOf(name, 'add-branch')
  return (
    <fieldset className={styles.branches}>
      <legend>{texts.fields['branches']}</legend>
      <datalist id={listId}>
        {variablesOf(draft).map((variable) => (
          <option key={variable} value={variable}>
            {variable}
          </option>
        ))}
      </datalist>
      <ol className={styles.rows}>
        {branches.map((branch, index) => (
          <Branch
            key={index}
            {...{ name, branch, index, listId }}
            count={branches.length}
            path={`${path}[${index}]`}
            idOfPart={(part) => idAt(index, part)}
            onChange={(next) => set(branches.with(index, next))}
            onMove={(by) => {
              set(branches.toSpliced(index, 1).toSpliced(index + by, 0, branch))
              focus(idAt(index + by, by < 0 ? 'up' : 'down'))
            }}
            onRemove={() => {
              set(branches.toSpliced(index, 1))
              focus(branches.length > 1 ? idAt(Math.min(index, branches.length - 2), 'variable') : addId)
            }}
          />
        ))}
      </ol>
      <FieldFault>{own === undefined ? undefined : sentenceOf(own.message)}</FieldFault>
      {!isReadOnly && (
        <Button
          small
          id={addId}
          onPress={() => {
            const variable = branches.at(-1)?.['variable'] ?? variablesOf(draft)[0] ?? ''
            set([...branches, { variable, equals: '', next: '' }])
            focus(idAt(branches.length, 'variable'))
          }}
        >
          {texts.addBranch}
        </Button>
      )}
    </fieldset>
  )
}

interface BranchProps {
  name: string
  branch: BranchDraft
  index: number
  count: number
  path: string
  listId: string
  idOfPart: (part: string) => string
  onChange: (branch: BranchDraft) => void
  onMove: (by: number) => void
  onRemove: () => void
}

function Branch(props: BranchProps) {
  const { name, branch, index, count, path, listId, idOfPart, onChange, onMove, onRemove } = props
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { draft, faults, isReadOnly } = useEditing()
  const formats = useFormats('UTC')
  const place = formats.number(index + 1)
  const test = testOf(branch)
  const member = test === 'empty' || test === 'filled' ? 'is_empty' : test
  const own = faults.filter((fault) => fault.path === path).map(({ message }) => sentenceOf(message))
  return (
    <li className={styles.branch} aria-label={texts.branch(place)}>
      <div className={styles.row}>
        <TextField
          id={idOfPart('variable')}
          label={texts.branchVariable}
          width="medium"
          mono
          dir="ltr"
          list={listId}
          readOnly={isReadOnly}
          value={textOf(branch['variable'])}
          onChange={({ target }) => onChange({ ...branch, variable: target.value })}
          fault={faultAt(faults, `${path}.variable`)}
        />
        <Select
          label={texts.test}
          value={test}
          disabled={isReadOnly}
          onChange={({ target }) => onChange(withTest(branch, target.value as Test))}
          choices={Object.entries(texts.tests).map(([value, label]) => ({ value, label }))}
          fault={member === 'is_empty' ? faultAt(faults, `${path}.is_empty`) : undefined}
        />
        {member === 'equals' && (
          <TextField
            label={texts.value}
            width="medium"
            readOnly={isReadOnly}
            value={textOf(branch['equals'])}
            onChange={({ target }) => onChange({ ...branch, equals: target.value })}
            fault={faultAt(faults, `${path}.equals`)}
          />
        )}
        {(member === 'one_of' || member === 'contains') && (
          <Lines
            label={texts.values}
            value={branch[member]}
            onChange={(value) => onChange({ ...branch, [member]: value ?? [] })}
            isReadOnly={isReadOnly}
            fault={faultAt(faults, `${path}.${member}`)}
          />
        )}
        <StepChoice
          step={name}
          label={texts.branchNext}
          value={branch['next']}
          none={texts.unset}
          fault={faultAt(faults, `${path}.next`)}
          onChange={(next) => onChange({ ...branch, next: next ?? '' })}
          member={(to) => {
            const branches = branchesOf(draft.steps[name]!)
            return { branches: branches.with(index, { ...branch, next: to }) as Json[] }
          }}
        />
        {!isReadOnly && (
          <div className={styles.branchActions}>
            <ButtonGroup>
              <Button
                small
                id={idOfPart('up')}
                aria-label={texts.ofBranch(texts.moveUp, place)}
                reason={index === 0 ? texts.isTop : null}
                onPress={() => onMove(-1)}
              >
                {texts.moveUp}
              </Button>
              <Button
                small
                id={idOfPart('down')}
                aria-label={texts.ofBranch(texts.moveDown, place)}
                reason={index === count - 1 ? texts.isBottom : null}
                onPress={() => onMove(1)}
              >
                {texts.moveDown}
              </Button>
              <Button small aria-label={texts.ofBranch(texts.removeBranch, place)} onPress={onRemove}>
                {texts.removeBranch}
              </Button>
            </ButtonGroup>
          </div>
        )}
      </div>
      <FieldFault>{own.length === 0 ? undefined : own.join(' ')}</FieldFault>
    </li>
  )
}
