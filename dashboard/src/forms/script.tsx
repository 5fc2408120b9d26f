import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery } from '../api/queries.ts'
import { Failure } from '../components/failure.tsx'
import { usePlace } from '../hooks/use-place.ts'
import { useSettled } from '../hooks/use-settled.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import styles from './campaign.module.css'

export interface ScriptFieldsProps {
  value: string
  onChange: (value: string) => void
  fault: string | undefined
}

/** The script with the variables that it names, and what a sample customer would hear. */
export function ScriptFields({ value, onChange, fault }: ScriptFieldsProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const { ids } = usePlace()
  const [customer, setCustomer] = useState<Record<string, string>>({})
  const [isTrying, setTrying] = useState(false)
  const script = useSettled(value)
  const typed = useSettled(customer)
  const given = Object.fromEntries(Object.entries(typed).filter(([, one]) => one !== ''))
  const body = { script, customer: given }
  const found = useQuery({
    ...listQuery('previewScript', { ...ids, body }),
    enabled: script !== '',
    gcTime: 0,
  })
  const preview = value === '' ? undefined : found.data
  return (
    <div className={styles.fields}>
      <div className={styles.full}>
        <TextArea
          label={texts.script}
          hint={texts.scriptHint}
          dir="auto"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          fault={fault}
        />
      </div>
      {found.isError && value !== '' && (
        <div className={styles.full}>
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        </div>
      )}
      {preview !== undefined && preview.fault === null && (
        <div className={styles.variables}>
          <span>{texts.variables(preview.variables.length)}</span>
          {preview.variables.map((name) => (
            <mark key={name}>
              <code dir="ltr">{`{{ customer.${name} }}`}</code>
            </mark>
          ))}
          <Button kind="word" small aria-expanded={isTrying} onPress={() => setTrying(!isTrying)}>
            {texts.tryIt}
          </Button>
        </div>
      )}
      {preview !== undefined && preview.unknown.length > 0 && (
        <p className={styles.note}>{texts.unknown(preview.unknown.join(', '))}</p>
      )}
      {isTrying && preview !== undefined && (
        <div className={styles.full}>
          <div className={styles.line}>
            {preview.variables.map((name) => (
              <TextField
                key={name}
                label={<bdi>{name}</bdi>}
                width="medium"
                value={customer[name] ?? ''}
                onChange={({ target }) => setCustomer({ ...customer, [name]: target.value })}
              />
            ))}
          </div>
          <div role="region" aria-label={texts.spoken} aria-live="polite">
            <p className={styles.spoken} dir="auto" data-stored="">
              {preview.text}
            </p>
            {preview.missing.length > 0 && (
              <p className={styles.note}>{texts.missing(preview.missing.join(', '))}</p>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
