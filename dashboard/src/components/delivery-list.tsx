import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { ConfiguredWebhookEndpoint, WebhookDelivery } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { focusOnceGone } from '../ui/focus-once-gone.ts'
import { Link } from '../ui/link.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import { deliveryMarks } from './delivery-marks.ts'
import { FailureText } from './failure.tsx'
import { FilterBar, ListPages } from './filter-bar.tsx'
import { Loaded } from './loaded.tsx'
import { Stored } from './stored.tsx'
import { When } from './when.tsx'

export const deliveryFilters = ['state', 'type'] as const
const states = ['waiting', 'sending', 'delivered', 'exhausted', 'held'] as const

/** What the list asks for, with its filters as the API takes them. */
export function useDeliveryParams(endpointId: string, { filters: chosen, paging }: List) {
  const { ids } = usePlace()
  const { state, type } = chosen
  const filters = { ...(state !== undefined && { state }), ...(type !== undefined && { type }) }
  return { ...ids, endpoint_id: endpointId, limit: paging.limit, skip: paging.skip, filters }
}

interface DeliveryListProps {
  endpoint: ConfiguredWebhookEndpoint
  list: List
  params: ReturnType<typeof useDeliveryParams>
}

/** The deliveries of an endpoint that the filters of the address name, newest first. */
export function DeliveryList({ endpoint, list, params }: DeliveryListProps) {
  const { webhooks: texts, common } = useMessages('webhooks')
  const deliveries = useQuery(listQuery('listWebhookDeliveries', params, { live: true }))
  const isEmpty = deliveries.data?.pagination.total === 0 && !list.isFiltered
  return (
    <>
      {!isEmpty && (
        <FilterBar
          list={list}
          filters={[
            {
              name: 'state',
              label: texts.deliveryState,
              choices: states.map((value) => ({ value, label: texts.deliveryStates[value] ?? value })),
            },
            {
              name: 'type',
              label: texts.event,
              choices: typesOf(endpoint, list).map((value) => ({ value, label: value })),
            },
          ]}
        />
      )}
      <Loaded query={deliveries} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            list.isFiltered ? (
              <Empty>{common.noMatch}</Empty>
            ) : (
              <Empty next={texts.noDeliveriesNext}>{texts.noDeliveries}</Empty>
            )
          ) : (
            <>
              <DeliveryTable endpointId={endpoint._id} deliveries={items} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The types that it gets, and the one that is filtered by, which it may have had before. */
function typesOf({ event_types }: ConfiguredWebhookEndpoint, { filters: { type } }: List): readonly string[] {
  return type === undefined || event_types.includes(type) ? event_types : [...event_types, type]
}

interface DeliveryTableProps {
  endpointId: string
  deliveries: readonly WebhookDelivery[]
}

function DeliveryTable({ endpointId, deliveries }: DeliveryTableProps) {
  const { webhooks: texts } = useMessages('webhooks')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.deliveries}
      rows={deliveries}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'event',
          head: texts.event,
          cell: ({ _id, type }) => (
            <Link id={linkId(_id)} href={paths.delivery(place, endpointId, _id)}>
              <bdi dir="ltr">{type}</bdi>
            </Link>
          ),
          second: ({ created_at }) => <When at={created_at} zone={zone} seconds />,
        },
        {
          id: 'state',
          head: texts.deliveryState,
          cell: (delivery) => <DeliveryState delivery={delivery} />,
          second: (delivery) => <DeliveryWhy delivery={delivery} />,
        },
        {
          id: 'tries',
          head: texts.tries,
          align: 'end',
          narrow: true,
          cell: ({ tries }) => formats.number(tries),
          second: ({ resent }) => (resent ? texts.resent : null),
        },
      ]}
      action={(delivery) =>
        delivery.state === 'exhausted' || delivery.state === 'held' ? (
          <ResendOne endpointId={endpointId} delivery={delivery} small />
        ) : null
      }
    />
  )
}

/** The word of its state with its mark. One that waits after a failure has failed so far. */
export function DeliveryState({ delivery: { state, last_reason } }: { delivery: WebhookDelivery }) {
  const { webhooks: texts } = useMessages('webhooks')
  const mark = state === 'waiting' && last_reason !== null ? 'unknown' : deliveryMarks[state]
  return <StatusWord status={mark}>{texts.deliveryStates[state]}</StatusWord>
}

/** Why it is so, and when it is tried next. */
export function DeliveryWhy({ delivery }: { delivery: WebhookDelivery }) {
  const { webhooks: texts, locale } = useMessages('webhooks')
  const { zone } = usePlace()
  const { state, next_at: at, behind, last_reason: reason, last_status: status } = delivery
  const why = state === 'delivered' ? null : <Stored text={reason} />
  if (state === 'held') return texts.heldWhy
  return (
    <>
      {state === 'delivered' && status !== null && texts.statusOf(String(status))}
      {why}
      {reason !== null && (at !== null || behind !== null) && comma(locale)}
      {at !== null && texts.nextTry(<When at={at} zone={zone} />)}
      {behind !== null && texts.behind}
      {state === 'exhausted' && reason === null && texts.givenUp}
    </>
  )
}

/** The id of the link to a delivery in its list. */
const linkId = (id: string): string => `delivery-${id}`

/** The button that has one delivery sent again. */
export function ResendOne({
  endpointId,
  delivery,
  small = false,
}: {
  endpointId: string
  delivery: WebhookDelivery
  small?: boolean
}) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, zone, role } = usePlace()
  const formats = useFormats(zone)
  const queries = useQueryClient()
  const toast = useToast()
  const reason = useRoleReason(role, 'admin')
  const about = `resend ${delivery._id}`
  const label = texts.againLabel(delivery.type, formats.instant(delivery.created_at, { seconds: true }))
  const resending = useMutation({
    mutationFn: () =>
      call('resendWebhookDelivery', { ...ids, endpoint_id: endpointId, delivery_id: delivery._id }),
    onSuccess: async ({ queued }) => {
      // It can't be sent again while it is sent.
      focusOnceGone(linkId(delivery._id))
      toast({ about, status: 'rings', text: queued ? texts.againQueued : texts.againUnderWay })
      await queries.invalidateQueries()
    },
    onError: (error) => toast({ about, status: 'failed', text: <FailureText of={label} error={error} /> }),
  })
  return (
    <Button
      small={small}
      reason={reason}
      isPending={resending.isPending}
      aria-label={label}
      onPress={() => resending.mutate()}
    >
      {texts.again}
    </Button>
  )
}
