import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredOrganization } from '../api/generated.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { NumberField } from '../ui/number-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface OrganizationValues extends FieldValues {
  name: string
  plan: ConfiguredOrganization['plan']
}

interface OrganizationFormProps {
  /** null: a new one. */
  organization: ConfiguredOrganization | null
  /** Whether the plan may be changed, which operators may. */
  hasPlan: boolean
  onClose: () => void
}

/** Makes an organization, or changes its name and plan. */
export function OrganizationForm({ organization, hasPlan, onClose }: OrganizationFormProps) {
  const { settings: texts, common } = useMessages('settings')
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(organization?._id ?? null)
  const edit = (patch: JsonRecord, revision: number | null) => {
    const whole = recordId === null ? { ...fresh, ...patch } : patch
    return { kind: 'organization', ids: {}, recordId, patch: whole, revision } as const
  }
  const record = useRecordForm<OrganizationValues, ConfiguredOrganization>({
    loaded: loadedOf(organization),
    reload: async () => loadedOf(await call('getOrganization', { organization_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: ({ _id, name }) => {
      setRecordId(_id)
      const shown = <bdi>{name}</bdi>
      toast({ status: 'done', text: recordId === null ? texts.made(shown) : texts.saved(shown) })
      void queries.invalidateQueries()
    },
    onFinished: onClose,
  })
  const values = useWatch({ control: record.form.control }) as OrganizationValues
  const names: Record<string, string> = {
    name: texts.name,
    plan: texts.plan,
    'plan.status': texts.planStatus,
    'plan.whatsapp_sends': texts.sends,
    'plan.links': texts.links,
  }
  const setPlan = (change: Partial<Record<keyof OrganizationValues['plan'], string | number | null>>) =>
    record.form.setValue('plan', { ...values.plan, ...change } as OrganizationValues['plan'])
  return (
    <RecordDialog
      title={organization === null ? texts.newOrganizationTitle : texts.editTitle(organization.name)}
      action={recordId === null ? texts.make : common.save}
      record={record}
      nameOf={(field) => names[field] ?? field}
      onClose={onClose}
    >
      {organization === null && <p>{texts.newOrganizationBody}</p>}
      <TextField
        label={texts.name}
        required
        autoFocus
        value={values.name}
        onChange={({ target }) => record.form.setValue('name', target.value)}
        fault={record.faultAt('name')}
      />
      {hasPlan && (
        <>
          <Select
            label={texts.planStatus}
            choices={[
              { value: 'active', label: texts.planActive },
              { value: 'inactive', label: texts.planInactive },
            ]}
            value={values.plan.status}
            onChange={({ target }) => setPlan({ status: target.value })}
            fault={record.faultAt('plan.status')}
          />
          <NumberField
            label={texts.sends}
            unit={texts.unit.sends}
            value={values.plan.whatsapp_sends}
            onChange={(value) => setPlan({ whatsapp_sends: value })}
            fault={record.faultAt('plan.whatsapp_sends')}
          />
          <NumberField
            label={texts.links}
            unit={texts.unit.links}
            value={values.plan.links}
            onChange={(value) => setPlan({ links: value })}
            fault={record.faultAt('plan.links')}
          />
        </>
      )}
    </RecordDialog>
  )
}

/** The defaults of the declaration. */
const fresh: OrganizationValues = {
  name: '',
  plan: { status: 'active', whatsapp_sends: 1_000, links: 500 },
}

function loadedOf(organization: ConfiguredOrganization | null) {
  if (organization === null) return { values: fresh, revision: null }
  const { name, plan, revision } = organization
  return { values: { name, plan }, revision, changedBy: organization.last_change?.actor_name ?? null }
}
