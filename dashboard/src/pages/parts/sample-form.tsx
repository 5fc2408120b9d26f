import { Suspense, lazy, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Switch } from '../../ui/checkbox.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Link } from '../../ui/link.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { FormSection } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { PasswordField, TextArea, TextField } from '../../ui/text-field.tsx'
import { WeekStrip } from '../../ui/week-strip.tsx'
import * as sample from './samples.tsx'
import styles from '../parts.module.css'

/** By itself as on other pages, else it shares a file with small parts, and whoever needs one of those loads it. */
const ComboBox = lazy(async () => ({ default: (await import('../../ui/combo-box.tsx')).ComboBox }))

/** Every field of a form. */
export function SampleForm() {
  const [slots, setSlots] = useState<number | null>(20)
  const [zone, setZone] = useState<string | null>('America/New_York')
  return (
    <div>
      <FormSection title="Speaks">
        <TextArea
          label="Script"
          hideLabel
          defaultValue={sample.script}
          hint="3 variables, all present in the last 500 calls."
        />
      </FormSection>
      <FormSection title="Calls from">
        <Select
          label="Caller ID"
          hideLabel
          choices={sample.callerIds}
          saved="checked 3 min ago, 12 calls a second"
        />
      </FormSection>
      <FormSection title="Hours" note="changed">
        <div className={styles.hours}>
          <div className={styles.stack}>
            <Suspense>
              <ComboBox label="Time zone" choices={sample.zones} value={zone} onChange={setZone} />
            </Suspense>
            <TextField
              label="From"
              width="short"
              defaultValue="17:00"
              fault="Fri 17:00 to 18:00 is in the row above already. Begin at 18:00."
            />
          </div>
          <WeekStrip
            label="Open Monday to Friday 09:00 to 18:00, Saturday 10:00 to 14:00"
            days={sample.week}
            now={846}
            legend="Hatched: closed date, Thu 26 Nov. Tall and red: the same hour twice."
          />
        </div>
      </FormSection>
      <FormSection title="At once" note="changed">
        <NumberField
          label="Slots"
          hideLabel
          unit="slots"
          value={slots}
          onChange={setSlots}
          min={1}
          saved={<>saved: 8, by Sam Okafor on Fri 20 Nov</>}
        />
      </FormSection>
      <FormSection title="Others">
        <PasswordField label="Password" hint="12 characters at least." autoComplete="new-password" />
        <TextField label="Note" optional placeholder="Empty" />
        <TextField label="Read only" readOnly defaultValue="Set by the declaration" />
        <Checkbox label="Detect answering machines" hint="Costs the carrier’s fee." defaultChecked />
        <Checkbox label="Record" fault="The carrier does not record. Take the tick away." />
        <Switch label="Show ended campaigns" defaultChecked />
        <FileDrop label="Files" pick="Choose files" accept=".pdf" onFiles={() => undefined}>
          Drop files here, or
        </FileDrop>
      </FormSection>
    </div>
  )
}

/** The bar that stands below a form with changes. */
export function SampleSaveBar() {
  return (
    <SaveBar
      label="What is not saved"
      summary={
        <>
          2 changes not saved, 1 fault to mend:{' '}
          <Link small href="/parts">
            Hours, row 2
          </Link>
        </>
      }
      effects={[
        { id: 'dialled', status: 'rings', text: '12 waiting calls would be dialed at once.' },
        { id: 'rate', status: 'waits', text: 'Twilio East allows 30 calls at once; 2 would wait.' },
      ]}
      actions={
        <>
          <Button>Discard</Button>
          <Button kind="main" reason="Mend Hours, row 2.">
            Save, after 1 fault
          </Button>
        </>
      }
    />
  )
}
