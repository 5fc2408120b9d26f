import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyOrganization } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { NotFound } from '../components/error-page.tsx'
import { Loaded } from '../components/loaded.tsx'
import { LoadingDialog } from '../components/loading-dialog.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useCurrentPlace } from '../components/use-current-place.ts'
import { comma } from '../format/comma.ts'
import { formatPhone } from '../format/phone.ts'
import { GuardsForm } from '../forms/guards.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useOrganization } from '../hooks/use-place.ts'
import { useOrganizationReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'

/** `/{organization}/guards`: what calls may reach, what is used of it, and what was refused. */
export function GuardsPage() {
  const organization = useOrganization()
  return organization === null ? <NotFound /> : <Guards organization={organization} />
}

function Guards({ organization }: { organization: MyOrganization }) {
  const { guards: texts, locale } = useMessages('guards')
  const ids = { organization_id: organization._id }
  const formats = useFormats(useCurrentPlace()?.zone ?? 'UTC')
  const found = useQuery(query('getGuards', ids, { live: true }))
  const [isEditing, edit] = useState(false)
  const ownerReason = useOrganizationReason(organization, 'owner')
  const allowed = (guard: string, value: number | string[] | null) => {
    if (typeof value === 'number') return formats.number(value)
    if (value !== null && value.length > 0) return value.join(comma(locale))
    if (guard === 'country') return texts.byCallerIds
    return guard === 'number_type' ? texts.ordinary : texts.unlimited
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AsCurl operation="getGuards" params={ids} />
            <Button kind="main" reason={ownerReason} onPress={() => edit(true)}>
              {texts.widen}
            </Button>
          </>
        }
      />
      <Loaded query={found}>
        {({ guards }) => (
          <Table
            label={texts.title}
            rows={guards}
            keyOf={({ guard }) => guard}
            columns={[
              {
                id: 'guard',
                head: texts.guard,
                cell: ({ guard }) => texts.names[guard] ?? guard,
                second: ({ setting }) => <bdi>{setting}</bdi>,
              },
              {
                id: 'allowed',
                head: texts.allowed,
                cell: ({ guard, value }) => allowed(guard, value),
                second: ({ is_default: isDefault }) => (isDefault ? texts.isDefault : null),
              },
              {
                id: 'used',
                head: texts.used,
                cell: ({ used }) => (used === null ? null : formats.number(used)),
              },
              {
                id: 'refused',
                head: texts.refused,
                cell: ({ refused, tripped_at: trippedAt }) =>
                  trippedAt === null ? (
                    formats.number(refused)
                  ) : (
                    <StatusWord status="failed">{formats.number(refused)}</StatusWord>
                  ),
                second: ({ tripped_at: trippedAt }) => (trippedAt === null ? null : texts.tripped),
              },
              {
                id: 'last',
                head: texts.last,
                cell: ({ last_refused: last }) =>
                  last === null ? texts.none : <bdi>{formatPhone(last.phone_number)}</bdi>,
                second: ({ last_refused: last }) =>
                  last === null ? null : (
                    <>
                      <bdi>{last.campaign_name ?? last.project_name}</bdi>
                      {comma(locale)}
                      <bdi>{formats.instant(last.at)}</bdi>
                    </>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {isEditing && <Edit id={organization._id} onClose={() => edit(false)} />}
    </>
  )
}

/** The form begins from the record as it is now, with its revision. */
function Edit({ id, onClose }: { id: string; onClose: () => void }) {
  const { guards: texts } = useMessages('guards')
  const found = useQuery({ ...query('getOrganization', { organization_id: id }), gcTime: 0 })
  if (found.data === undefined)
    return <LoadingDialog title={texts.editTitle} query={found} onClose={onClose} />
  return <GuardsForm organization={found.data} onClose={onClose} />
}
