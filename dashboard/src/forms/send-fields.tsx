import type { CheckedSend } from '../components/send-checks.tsx'
import { isSandboxAddress } from '../format/sandbox-address.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Select } from '../ui/select.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { otherTypes, parseObject, pathOf, sendKinds } from './send-body.ts'
import type { SendKind, SendValues } from './send-body.ts'
import styles from './send-message.module.css'

export interface SendFieldsProps {
  values: SendValues
  checked: CheckedSend | null
  hasTemplate: boolean
  /** Whether a failed message is sent again: to the same person. */
  isRecipientFixed: boolean
  isOff: boolean
  /** What is wrong at a path of the request, once its field was changed. */
  faultOf: (path: string, field: string) => string | undefined
  onChange: (changed: Partial<SendValues>, field: string) => void
}

/** The fields of a send: who, which kind of message, and its variables or content. */
export function SendFields(props: SendFieldsProps) {
  const { values, checked, hasTemplate, isRecipientFixed, isOff, faultOf, onChange } = props
  const { message } = useMessages('message')
  const texts = message.send
  const kinds = sendKinds.filter((kind) => kind !== 'template' || hasTemplate)
  const isSandbox = isSandboxAddress(checked?.sender.api_url ?? null)
  return (
    <fieldset className={styles.fields} disabled={isOff}>
      {isSandbox && !isRecipientFixed && (
        <Select
          label={texts.sandbox}
          hint={texts.sandboxHint}
          choices={[{ value: '', label: '–' }, ...texts.sandboxNumbers]}
          value={texts.sandboxNumbers.some(({ value }) => value === values.to) ? values.to : ''}
          onChange={({ target }) => onChange({ to: target.value }, 'to')}
        />
      )}
      <TextField
        label={texts.to}
        hint={isRecipientFixed ? undefined : texts.toHint}
        dir="ltr"
        required
        autoFocus={!isRecipientFixed}
        readOnly={isRecipientFixed}
        value={values.to}
        onChange={({ target }) => onChange({ to: target.value }, 'to')}
        fault={faultOf('to', 'to')}
      />
      <Select
        label={texts.kind}
        choices={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
        value={values.kind}
        onChange={({ target }) => onChange({ kind: target.value as SendKind }, 'kind')}
      />
      {values.kind === 'template' ? <Variables {...props} /> : <Content {...props} />}
    </fieldset>
  )
}

function Variables({ values, checked, faultOf, onChange }: SendFieldsProps) {
  const { message } = useMessages('message')
  const texts = message.send
  const variables = checked?.variables ?? Object.keys(values.data)
  if (checked !== null && variables.length === 0) return <p className={styles.note}>{texts.noVariables}</p>
  return variables.map((name) => (
    <TextField
      key={name}
      label={texts.variableNames[name] ?? <bdi>{name}</bdi>}
      required
      value={values.data[name] ?? ''}
      onChange={({ target }) => onChange({ data: { ...values.data, [name]: target.value } }, `data ${name}`)}
      fault={faultOf(pathOf(name), `data ${name}`) ?? faultOf(pathOf(name), 'data')}
    />
  ))
}

function Content({ values, faultOf, onChange }: SendFieldsProps) {
  const { message } = useMessages('message')
  const texts = message.send
  const { kind } = values
  if (kind === 'text')
    return (
      <TextArea
        label={texts.text}
        required
        maxLength={4_096}
        value={values.text}
        onChange={({ target }) => onChange({ text: target.value }, 'text')}
        fault={faultOf('payload', 'text')}
      />
    )
  if (kind === 'other')
    return (
      <>
        <Select
          label={texts.type}
          choices={otherTypes.map((type) => ({ value: type, label: type }))}
          value={values.type}
          onChange={({ target }) => onChange({ type: target.value }, 'payload')}
        />
        <TextArea
          label={texts.payload}
          mono
          rows={8}
          dir="ltr"
          required
          value={values.payload}
          onChange={({ target }) => onChange({ payload: target.value }, 'payload')}
          fault={parseObject(values.payload) === null ? texts.payloadFault : faultOf('payload', 'payload')}
        />
      </>
    )
  return (
    <>
      <TextField
        label={texts.link}
        type="url"
        dir="ltr"
        required
        value={values.link}
        onChange={({ target }) => onChange({ link: target.value }, 'link')}
        fault={faultOf('payload', 'link')}
      />
      <TextField
        label={texts.caption}
        optional
        value={values.caption}
        onChange={({ target }) => onChange({ caption: target.value }, 'caption')}
        fault={faultOf('payload.caption', 'caption')}
      />
    </>
  )
}
