import type { FieldValues } from 'react-hook-form'
import { comma } from '../format/comma.ts'
import { fieldName } from '../format/field-name.ts'
import type { Json } from '../hooks/merge-record.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { ConflictDialog } from './conflict.tsx'
import { EffectText, statusOfEffect } from './effects.tsx'
import { Failure } from './failure.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

export interface FormBarProps<Values extends FieldValues> {
  record: RecordForm<Values>
  /** What a field is called, for the dialog about conflicts. */
  nameOf?: (field: string) => string
  /** A value in words, for the same dialog. */
  describe?: (field: string, value: Json | undefined) => string
  /** Where a fault lies, such as "Hours, row 2", by its path. */
  placeOf?: (path: string) => string
  /** Leads to the first fault; by default to the first field that has one. */
  showFault?: () => void
  saveLabel?: string
}

/** The save bar of a record form, with its leave guard and the dialog about conflicts. */
export function FormBar<Values extends FieldValues>(props: FormBarProps<Values>) {
  const { record, nameOf = (field) => field, saveLabel } = props
  const { placeOf, describe, showFault = showFirstFault } = props
  const { forms, common, locale } = useMessages('forms')
  const faults = record.faults.length
  const counts = [forms.changes(record.changed.length), ...(faults > 0 ? [forms.faults(faults)] : [])].join(
    comma(locale),
  )
  const newer =
    record.newer === null
      ? []
      : [{ id: 'newer', status: 'waits' as const, text: forms.newer(record.newer.by) }]
  const effects = record.effects.map((effect, index) => ({
    id: `${effect.code}${index}`,
    status: statusOfEffect(effect.code),
    text: <EffectText effect={effect} />,
  }))
  const [first] = record.faults
  const summary =
    first === undefined || placeOf === undefined ? (
      counts
    ) : (
      <>
        {counts}:{' '}
        <Button kind="word" small onPress={showFault}>
          {placeOf(first.path)}
        </Button>
      </>
    )
  return (
    <>
      {record.isDirty && (
        <SaveBar
          label={forms.bar}
          summary={
            record.isSaving ? (
              forms.saving
            ) : record.isChecking ? (
              <>
                {counts}. {forms.checking}
              </>
            ) : (
              summary
            )
          }
          effects={[...newer, ...effects]}
          failure={record.error !== null && <Failure error={record.error} />}
          actions={
            <>
              <Button reason={record.isSaving ? forms.saving : null} onPress={record.discard}>
                {common.discard}
              </Button>
              <Button
                kind="main"
                isPending={record.isSaving}
                reason={faults > 0 ? forms.saveAfter(faults) : null}
                onPress={() => void record.save()}
              >
                {faults > 0 ? forms.saveAfter(faults) : (saveLabel ?? common.save)}
              </Button>
            </>
          }
        />
      )}
      <ConflictDialog
        conflicts={record.conflicts}
        onResolve={record.resolve}
        nameOf={(field) => fieldName(field, nameOf)}
        describe={describe}
        by={record.changedBy}
      />
      <LeaveDialog guard={record.guard}>
        {record.isSaving ? common.leaveSaving : forms.leaveBody(record.changed.length)}
      </LeaveDialog>
    </>
  )
}

/** Moves the focus to the first field with a fault, or brings its sentence into view. */
function showFirstFault(): void {
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"], main [data-invalid] input')
  if (field !== null) field.focus()
  else document.querySelector('main [data-fault]')?.scrollIntoView({ block: 'center' })
}
