import { useQuery } from '@tanstack/react-query'
import type { WebhookResend } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Section } from '../ui/section.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { When } from './when.tsx'

/** The latest requests to send again, with how far each is. Nothing where there were none. */
export function ResendList({ endpointId }: { endpointId: string }) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const resends = useQuery(
    query('listWebhookResends', { ...ids, endpoint_id: endpointId, limit: 5 }, { live: true }),
  )
  const items = resends.data?.items ?? []
  if (items.length === 0) return null
  const number = formats.number
  return (
    <Section title={texts.resends}>
      <Table
        label={texts.resends}
        rows={items}
        keyOf={({ _id }) => _id}
        columns={[
          {
            id: 'which',
            head: texts.deliveries,
            cell: (resend) => <MeantBy filters={resend.filters} />,
            second: ({ requested_by, created_at }) =>
              texts.resendAsked(<bdi>{requested_by}</bdi>, <When at={created_at} zone={zone} />),
          },
          {
            id: 'state',
            head: texts.state,
            cell: ({ finished_at, queued_count, deliveries_count }: WebhookResend) =>
              finished_at === null ? (
                <StatusWord status="rings">
                  {texts.resendQueued(number(queued_count), number(deliveries_count))}
                </StatusWord>
              ) : (
                <StatusWord status="done">{texts.resendDone(number(queued_count))}</StatusWord>
              ),
          },
        ]}
      />
    </Section>
  )
}

/** What a filter means, as far as the list can choose it; others are shown as they were asked for. */
export function MeantBy({ filters }: { filters: Partial<Record<string, unknown>> }) {
  const { webhooks: texts, locale } = useMessages('webhooks')
  const { state, type, ...others } = filters
  const parts = [
    ...(typeof state === 'string' ? [texts.deliveryStates[state] ?? state] : []),
    ...(typeof type === 'string' ? [type] : []),
  ]
  const isKnown = Object.keys(others).length === 0 && parts.length === Object.keys(filters).length
  if (!isKnown)
    return (
      <code dir="ltr" data-stored="">
        {JSON.stringify(filters)}
      </code>
    )
  return parts.length === 0 ? texts.resendAll : <bdi>{parts.join(comma(locale))}</bdi>
}
