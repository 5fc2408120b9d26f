import { useMessages } from '../messages/use-messages.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FieldFault } from '../ui/field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import styles from './campaign.module.css'

export interface Retry {
  max_attempts: number | null
  delay_minutes: number | null
  on: readonly string[]
}

const outcomes = ['no_answer', 'busy', 'failed', 'voicemail']
const first: Retry = { max_attempts: 3, delay_minutes: 30, on: ['no_answer', 'busy', 'failed'] }

export interface RetryFieldsProps {
  /** null: each call is tried once. */
  value: Retry | null
  onChange: (value: Retry | null) => void
  faultAt: (path: string) => string | undefined
}

/** When a call is tried again: how often, how long after, and after what. */
export function RetryFields({ value, onChange, faultAt }: RetryFieldsProps) {
  const { campaignForm: texts, campaigns } = useMessages('campaignForm', 'campaigns')
  return (
    <>
      <Checkbox
        label={texts.retry}
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? first : null)}
      />
      {value !== null && (
        <>
          <div className={styles.line}>
            <span aria-hidden="true">{texts.upTo}</span>
            <NumberField
              label={texts.attempts}
              hideLabel
              unit={texts.attemptsUnit}
              value={value.max_attempts}
              onChange={(max_attempts) => onChange({ ...value, max_attempts })}
              fault={faultAt('retry.max_attempts')}
            />
            <NumberField
              label={texts.delay}
              hideLabel
              unit={texts.delayUnit}
              value={value.delay_minutes}
              onChange={(delay_minutes) => onChange({ ...value, delay_minutes })}
              fault={faultAt('retry.delay_minutes')}
            />
          </div>
          <fieldset className={styles.chosen} aria-label={texts.outcomes}>
            {outcomes.map((outcome) => (
              <Checkbox
                key={outcome}
                label={campaigns.retryOutcomes[outcome]}
                checked={value.on.includes(outcome)}
                onChange={({ target }) =>
                  onChange({
                    ...value,
                    on: outcomes.filter((one) => (one === outcome ? target.checked : value.on.includes(one))),
                  })
                }
              />
            ))}
          </fieldset>
          <FieldFault>{faultAt('retry.on')}</FieldFault>
        </>
      )}
    </>
  )
}
