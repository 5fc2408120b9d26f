import { useMessages } from '../../messages/use-messages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { JsonField } from '../json-field.tsx'
import type { ToolPartProps } from './tool-fields.tsx'
import { textOf } from './values.ts'

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
      <JsonField
        label={texts.httpNames['parameters']}
        hint={texts.httpParametersHint}
        rows={6}
        value={tool['parameters']}
        onChange={(parameters) => change({ ...tool, parameters })}
        fault={faultAt('parameters')}
      />
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
