import { textOf } from './values.ts'
import { useState } from 'react'
import type { Json } from '../../hooks/merge-record.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { PasswordField, TextArea, TextField } from '../../ui/text-field.tsx'
import type { ToolPartProps } from './tool-fields.tsx'

/** An endpoint of the operator's. Its secret is written, and never read. */
export function HttpFields({ tool, change, faultAt }: ToolPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  const text = (name: 'name' | 'description' | 'url' | 'confirm' | 'secret') => ({
    label: texts.httpNames[name],
    value: textOf(tool[name]),
    onChange: ({ target }: { target: { value: string } }) =>
      change({ ...tool, [name]: target.value === '' && name === 'confirm' ? null : target.value }),
    fault: faultAt(name),
  })
  const secret = text('secret')
  return (
    <>
      <TextField mono dir="ltr" required hint={texts.httpNameHint} {...text('name')} />
      <TextField required hint={texts.httpDescriptionHint} {...text('description')} />
      <TextField required dir="ltr" inputMode="url" {...text('url')} />
      <PasswordField
        autoComplete="off"
        hint={texts.httpSecretHint}
        {...secret}
        onChange={({ target }) => change({ ...tool, secret: target.value === '' ? undefined : target.value })}
      />
      <ParametersField tool={tool} change={change} faultAt={faultAt} />
      <Select
        label={texts.httpNames['effect']}
        choices={['read', 'write'].map((value) => ({ value, label: texts.effects[value] ?? value }))}
        value={textOf(tool['effect']) || 'read'}
        onChange={({ target }) => change({ ...tool, effect: target.value })}
        fault={faultAt('effect')}
      />
      {tool['effect'] === 'write' && (
        <Checkbox
          label={texts.httpNames['idempotent']}
          checked={tool['idempotent'] === true}
          onChange={({ target }) => change({ ...tool, idempotent: target.checked })}
          fault={faultAt('idempotent')}
        />
      )}
      <TextField optional hint={texts.httpConfirmHint} {...text('confirm')} />
    </>
  )
}

/** The JSON Schema of the arguments. What is no JSON goes to the service as it is, which says so. */
function ParametersField({ tool, change, faultAt }: ToolPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  const [typed, type] = useState(() => JSON.stringify(tool['parameters'], null, 2))
  return (
    <TextArea
      label={texts.httpNames['parameters']}
      hint={texts.httpParametersHint}
      rows={6}
      mono
      dir="ltr"
      spellCheck={false}
      value={isOf(typed, tool['parameters']) ? typed : JSON.stringify(tool['parameters'], null, 2)}
      onChange={({ target }) => {
        type(target.value)
        change({ ...tool, parameters: parse(target.value) })
      }}
      fault={faultAt('parameters')}
    />
  )
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function isOf(typed: string, value: unknown): boolean {
  return JSON.stringify(parse(typed)) === JSON.stringify(value)
}
