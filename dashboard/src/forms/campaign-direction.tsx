import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-field.tsx'

export interface DirectionFieldProps {
  value: string
  onChange: (direction: string) => void
  fault: string | undefined
}

/** Whether a campaign places calls or answers them; one that answers is chosen at its numbers. */
export function DirectionField({ value, onChange, fault }: DirectionFieldProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const { place } = usePlace()
  return (
    <>
      <Select
        label={texts.direction}
        hideLabel
        hint={texts.directionHint}
        choices={['outbound', 'inbound'].map((one) => ({ value: one, label: texts.directions[one]! }))}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        fault={fault}
      />
      {value === 'inbound' && (
        <p>
          {texts.answersHint} <Link href={paths.carriers(place)}>{texts.answersLink}</Link>
        </p>
      )}
    </>
  )
}

export interface UnansweredCallFieldsProps {
  closed: string | null
  busy: string | null
  onChange: (name: 'closed_message' | 'busy_message', text: string | null) => void
  faultAt: (path: string) => string | undefined
}

/** What callers hear whom an inbound campaign does not answer. */
export function UnansweredCallFields({ closed, busy, onChange, faultAt }: UnansweredCallFieldsProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  return (
    <>
      <TextArea
        label={texts.closedMessage}
        hint={texts.messageHint}
        dir="auto"
        value={closed ?? ''}
        onChange={({ target }) => onChange('closed_message', target.value === '' ? null : target.value)}
        fault={faultAt('closed_message')}
      />
      <TextArea
        label={texts.busyMessage}
        hint={texts.messageHint}
        dir="auto"
        value={busy ?? ''}
        onChange={({ target }) => onChange('busy_message', target.value === '' ? null : target.value)}
        fault={faultAt('busy_message')}
      />
    </>
  )
}
