import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ConfiguredWebhookEndpoint } from '../../api/generated.ts'
import { query } from '../../api/queries.ts'
import { AsCurl } from '../../components/as-curl.tsx'
import { DeliveryList, deliveryFilters, useDeliveryParams } from '../../components/delivery-list.tsx'
import {
  EndpointState,
  EndpointWhy,
  standingMarks,
  standingOf,
  useWaitingSentence,
} from '../../components/endpoint-standing.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NewLink } from '../../components/new-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ResendList } from '../../components/resend-list.tsx'
import { When } from '../../components/when.tsx'
import { EnableEndpoint } from '../../forms/webhook/enable.tsx'
import { RemoveEndpoint, TurnOffEndpoint } from '../../forms/webhook/remove.tsx'
import { ResendDeliveries } from '../../forms/webhook/resend.tsx'
import { RotateSecret } from '../../forms/webhook/secret.tsx'
import { TestEndpoint } from '../../forms/webhook/test.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { useList } from '../../hooks/use-list.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useRoleReason } from '../../hooks/use-role.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths, withQuery } from '../../path-builder.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Facts, Section } from '../../ui/section.tsx'
import styles from '../page.module.css'
import own from '../webhook.module.css'

/** `…/webhooks/{id}`: how an endpoint stands, what was sent to it, and what it is. */
export function WebhookPage() {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids } = usePlace()
  const { webhook: id = '' } = useParams()
  const found = useQuery(query('getWebhookEndpoint', { ...ids, endpoint_id: id }, { live: true }))
  return (
    <>
      {found.data === undefined && <PageHeader title={texts.title} />}
      <Loaded query={found}>{(endpoint) => <Endpoint endpoint={endpoint} />}</Loaded>
    </>
  )
}

type Asked = 'test' | 'rotate' | 'enable' | 'disable' | 'remove' | 'resend'

interface PartProps {
  endpoint: ConfiguredWebhookEndpoint
  reason: string | null
  onAsk: (asked: Asked) => void
}

function Endpoint({ endpoint }: { endpoint: ConfiguredWebhookEndpoint }) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, place, role } = usePlace()
  const [asked, ask] = useState<Asked | null>(null)
  const list = useList({ filters: deliveryFilters, pageSize: 25 })
  const params = useDeliveryParams(endpoint._id, list)
  const reason = useRoleReason(role, 'admin')
  const isDisabled = endpoint.disabled_at !== null
  const close = () => ask(null)
  const dialog = { endpoint, onClose: close }
  return (
    <>
      <PageHeader
        crumbs={[{ label: texts.title, href: paths.webhooks(place) }, { label: <bdi>{endpoint.name}</bdi> }]}
        title={<bdi>{endpoint.name}</bdi>}
        tabTitle={endpoint.name}
        status={standingMarks[standingOf(endpoint)]}
        lead={<Lead endpoint={endpoint} />}
        id={{ name: texts.idName, value: endpoint._id }}
        actions={
          <>
            <AsCurl operation="getWebhookEndpoint" params={{ ...ids, endpoint_id: endpoint._id }} />
            <Button reason={reason} onPress={() => ask('test')}>
              {texts.test}
            </Button>
            {isDisabled && (
              <Button reason={reason} onPress={() => ask('enable')}>
                {texts.enable}
              </Button>
            )}
            <NewLink kind="button" href={paths.editWebhook(place, endpoint._id)} reason={reason}>
              {texts.edit}
            </NewLink>
          </>
        }
      />
      <div className={own.columns}>
        <div className={styles.column}>
          <Section
            title={texts.deliveries}
            aside={
              <Button small reason={reason} onPress={() => ask('resend')}>
                {texts.resend}
              </Button>
            }
          >
            <DeliveryList endpoint={endpoint} list={list} params={params} />
          </Section>
        </div>
        <div className={styles.column}>
          <ResendList endpointId={endpoint._id} />
          <Settings endpoint={endpoint} reason={reason} onAsk={ask} />
        </div>
      </div>
      {asked === 'test' && <TestEndpoint {...dialog} />}
      {asked === 'rotate' && <RotateSecret {...dialog} />}
      {asked === 'enable' && <EnableEndpoint {...dialog} />}
      {asked === 'disable' && <TurnOffEndpoint {...dialog} />}
      {asked === 'remove' && <RemoveEndpoint {...dialog} />}
      {asked === 'resend' && <ResendDeliveries {...dialog} filters={params.filters} />}
    </>
  )
}

/** How it stands, why, and what waits. */
function Lead({ endpoint }: { endpoint: ConfiguredWebhookEndpoint }) {
  const { webhooks: texts } = useMessages('webhooks')
  const { zone } = usePlace()
  const waits = useWaitingSentence(endpoint)
  const { next_at: at } = endpoint
  return (
    <>
      <b>{texts.states[standingOf(endpoint)]}.</b> <EndpointWhy endpoint={endpoint} whole />{' '}
      {waits !== null && (
        <>
          {waits} {at !== null && texts.nextAt(<When at={at} zone={zone} />)}
        </>
      )}
    </>
  )
}

function Settings({ endpoint, reason, onAsk }: PartProps) {
  const { webhooks: texts } = useMessages('webhooks')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const { old_secret_until: until, last_change: last, updated_at, disabled_at, rate_per_second } = endpoint
  const history = withQuery(paths.changes(place.organization), { record_id: endpoint._id })
  return (
    <Section title={texts.settings}>
      <Facts
        facts={[
          { name: texts.state, value: <EndpointState endpoint={endpoint} /> },
          {
            name: texts.url,
            value: (
              <bdi dir="ltr" className={own.address}>
                {endpoint.url}
              </bdi>
            ),
          },
          {
            name: texts.types,
            value: (
              <bdi dir="ltr" className={own.address}>
                {endpoint.types.join(', ')}
              </bdi>
            ),
          },
          { name: texts.content, value: texts.contents[endpoint.content] },
          { name: texts.order, value: texts.orders[endpoint.order] },
          {
            name: texts.rate,
            value: rate_per_second === null ? texts.noRate : formats.number(rate_per_second),
          },
          { name: texts.version, value: <bdi>{endpoint.version}</bdi> },
          {
            name: texts.secret,
            value: (
              <span className={styles.secret}>
                <span>
                  {until === null ? texts.secretOne : texts.secretTwo(<When at={until} zone={zone} />)}
                </span>
                <Button small reason={reason} aria-label={texts.rotateLabel} onPress={() => onAsk('rotate')}>
                  {texts.rotate}
                </Button>
              </span>
            ),
          },
          {
            name: texts.changed,
            value: (
              <>
                <When at={last?.at ?? updated_at} zone={zone} />
                {last !== null && (
                  <>
                    {' '}
                    <bdi>{last.actor_name}</bdi>
                  </>
                )}{' '}
                <Link small href={history}>
                  {texts.allChanges}
                </Link>
              </>
            ),
          },
        ]}
      />
      <div className={own.end}>
        {disabled_at === null && (
          <Button small reason={reason} onPress={() => onAsk('disable')}>
            {texts.disable}
          </Button>
        )}
        <Button small reason={reason} onPress={() => onAsk('remove')}>
          {texts.remove}
        </Button>
      </div>
    </Section>
  )
}
