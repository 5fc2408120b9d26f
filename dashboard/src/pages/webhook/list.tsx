import { useQuery } from '@tanstack/react-query'
import type { ConfiguredWebhookEndpoint } from '../../api/generated.ts'
import { query } from '../../api/queries.ts'
import { AsCurl } from '../../components/as-curl.tsx'
import { EndpointState, EndpointWhy, waitingCountMax } from '../../components/endpoint-standing.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NewLink } from '../../components/new-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { When } from '../../components/when.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useRoleReason } from '../../hooks/use-role.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table.tsx'
import styles from '../page.module.css'
import own from '../webhook.module.css'

/** `…/webhooks`: the servers that get what happened, and how each stands. */
export function WebhooksPage() {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, place, role } = usePlace()
  // A project has 20 at most.
  const params = { ...ids, limit: 100 }
  const endpoints = useQuery(query('listWebhookEndpoints', params, { live: true }))
  const reason = useRoleReason(role, 'admin')
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AsCurl operation="listWebhookEndpoints" params={params} />
            <NewLink href={paths.newWebhook(place)} reason={reason}>
              {texts.new}
            </NewLink>
          </>
        }
      />
      <Loaded query={endpoints}>
        {({ items }) => (items.length === 0 ? <NoEndpoints /> : <EndpointTable endpoints={items} />)}
      </Loaded>
    </>
  )
}

/** What webhooks are for, and how to look at events without any server. */
function NoEndpoints() {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, place } = usePlace()
  const command = [
    'export LISTEN_KEY=svc_live_…',
    `npx --no-install switchboard listen --url ${location.origin} \\`,
    `  --organization ${ids.organization_id} \\`,
    `  --project ${ids.project_id} --types 'call.*'`,
  ].join('\n')
  return (
    <div className={styles.sections}>
      <Empty next={texts.noneNext}>{texts.none}</Empty>
      <Section title={texts.tryIt}>
        <div className={own.listen}>
          <p>
            {texts.tryLead} <Link href={paths.keys(place)}>{texts.toKeys}</Link>
          </p>
          <Code text={command} label={texts.command} />
          <p className={styles.more}>{texts.tryForward}</p>
        </div>
      </Section>
    </div>
  )
}

function EndpointTable({ endpoints }: { endpoints: readonly ConfiguredWebhookEndpoint[] }) {
  const { webhooks: texts, common } = useMessages('webhooks')
  const { place, zone, role } = usePlace()
  const formats = useFormats(zone)
  const reason = useRoleReason(role, 'admin')
  return (
    <Table
      label={texts.title}
      rows={endpoints}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ _id, name }) => (
            <Link href={paths.webhook(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
          second: ({ url }) => (
            <bdi dir="ltr" className={own.address}>
              {url}
            </bdi>
          ),
        },
        {
          id: 'state',
          head: texts.state,
          cell: (endpoint) => <EndpointState endpoint={endpoint} />,
          second: (endpoint) => <EndpointWhy endpoint={endpoint} />,
        },
        {
          id: 'waits',
          head: texts.waits,
          cell: ({ waiting_count: count }) =>
            count === 0
              ? texts.nothingWaits
              : count < waitingCountMax
                ? formats.number(count)
                : texts.orMore(formats.number(count)),
          second: ({ next_at: at }) =>
            at !== null && texts.nextShort(<When at={at} zone={zone} form="time" />),
        },
        {
          id: 'types',
          head: texts.types,
          narrow: true,
          cell: ({ event_types }) => texts.typesOf(event_types.length, formats.number(event_types.length)),
          second: ({ types }) => (
            <bdi dir="ltr">
              {types.slice(0, typesShown).join(', ')}
              {types.length > typesShown && ' …'}
            </bdi>
          ),
        },
        {
          id: 'last',
          head: texts.lastAccepted,
          narrow: true,
          cell: ({ last_success_at: at }) =>
            at === null ? common.never : <When at={at} zone={zone} seconds />,
        },
      ]}
      action={({ _id, name }) => (
        <NewLink
          kind="button"
          href={paths.editWebhook(place, _id)}
          reason={reason}
          label={texts.editLabel(name)}
          small
        >
          {texts.edit}
        </NewLink>
      )}
    />
  )
}

const typesShown = 3
