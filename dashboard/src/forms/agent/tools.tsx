import { useState } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFault } from '../../ui/field.tsx'
import { focusOnceGone } from '../../ui/focus-once-gone.ts'
import { Select } from '../../ui/select.tsx'
import { HttpFields } from './http-tool.tsx'
import { PropertyFields, SearchFields, TransferFields } from './tool-fields.tsx'
import type { ToolPartProps } from './tool-fields.tsx'
import { textOf, toolName } from './values.ts'
import type { AgentPartProps, Tool } from './values.ts'
import styles from './agent.module.css'

/** What a tool of each kind begins with. */
const fresh: Record<string, Tool> = {
  look_up: { kind: 'look_up', limit: 3 },
  open_ticket: { kind: 'open_ticket' },
  hand_over: { kind: 'hand_over' },
  end_call: { kind: 'end_call' },
  transfer: { kind: 'transfer', to: {} },
  update_property: { kind: 'update_property', properties: {} },
  switch_language: { kind: 'switch_language' },
  press_keys: { kind: 'press_keys' },
  http: {
    kind: 'http',
    name: '',
    description: '',
    url: '',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    effect: 'read',
    idempotent: false,
    confirm: null,
  },
}

/** All that the model may do: a closed list. */
export function ToolFields({ values: { tools }, set, faultAt }: AgentPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  const own = new Set(tools.map(({ kind }) => kind))
  const kinds = Object.keys(fresh).filter((kind) => kind === 'http' || !own.has(kind))
  const [kind, choose] = useState('http')
  const added = kinds.includes(kind) ? kind : kinds[0]!
  const change = (at: number, tool: Tool) =>
    set(
      'tools',
      tools.map((one, index) => (index === at ? tool : one)),
    )
  return (
    <>
      <p className={styles.note}>{texts.toolsHint}</p>
      {tools.map((tool, index) => (
        <section
          // A tool has no id; what is typed in one must not move to another when one before it goes.
          key={tool.kind === 'http' ? `http ${index} of ${tools.length}` : tool.kind}
          className={styles.part}
          aria-label={texts.toolNames[toolName(tool)] ?? toolName(tool)}
        >
          <div className={styles.head}>
            <h3 className={styles.title}>
              {texts.toolNames[tool.kind] ?? tool.kind}{' '}
              {tool.kind === 'http' && <bdi>{textOf(tool['name'])}</bdi>}
            </h3>
            <Button
              small
              id={`remove-tool-${index}`}
              aria-label={texts.removeTool(texts.toolNames[tool.kind] ?? tool.kind)}
              onPress={() => {
                focusOnceGone(`remove-tool-${index}`, `remove-tool-${index - 1}`, 'add-tool')
                set(
                  'tools',
                  tools.filter((_, at) => at !== index),
                )
              }}
            >
              {texts.remove}
            </Button>
          </div>
          <p className={styles.note}>{texts.toolDoes[tool.kind]}</p>
          <OwnFields
            tool={tool}
            change={(next) => change(index, next)}
            faultAt={(path) => faultAt(`tools[${index}].${path}`)}
          />
          <FieldFault>
            {hasOwnFields(tool) ? faultAt(`tools[${index}].kind`) : faultAt(`tools[${index}]`)}
          </FieldFault>
        </section>
      ))}
      <FieldFault>{tools.length === 0 ? faultAt('tools') : undefined}</FieldFault>
      <div className={styles.head}>
        <Select
          label={texts.addTool}
          hideLabel
          choices={kinds.map((one) => ({ value: one, label: texts.toolNames[one] ?? one }))}
          value={added}
          onChange={({ target }) => choose(target.value)}
        />
        <Button small id="add-tool" onPress={() => set('tools', [...tools, fresh[added]!])}>
          {texts.addTool}
        </Button>
      </div>
    </>
  )
}

function hasOwnFields({ kind }: Tool): boolean {
  return ['look_up', 'update_property', 'transfer', 'http'].includes(kind)
}

function OwnFields(props: ToolPartProps) {
  switch (props.tool.kind) {
    case 'look_up':
      return <SearchFields {...props} />
    case 'update_property':
      return <PropertyFields {...props} />
    case 'transfer':
      return <TransferFields {...props} />
    case 'http':
      return <HttpFields {...props} />
    default:
      return null
  }
}
