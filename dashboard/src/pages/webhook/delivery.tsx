import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { WebhookDeliveryDetail } from '../../api/generated.ts'
import { query } from '../../api/queries.ts'
import { AsCurl } from '../../components/as-curl.tsx'
import { DeliveryAttempts } from '../../components/delivery-attempts.tsx'
import { DeliveryState, DeliveryWhy, ResendOne } from '../../components/delivery-list.tsx'
import { deliveryMarks } from '../../components/delivery-marks.ts'
import { SubjectLink } from '../../components/event-subject.tsx'
import { useEventTypes } from '../../components/event-types.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { When } from '../../components/when.tsx'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Code } from '../../ui/code.tsx'
import { Facts, Section } from '../../ui/section.tsx'
import styles from '../page.module.css'

/** `…/webhooks/{id}/deliveries/{id}`: what was sent, and what each try came to. */
export function WebhookDeliveryPage() {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, place } = usePlace()
  const { webhook = '', delivery: id = '' } = useParams()
  const params = { ...ids, endpoint_id: webhook, delivery_id: id }
  const endpoint = useQuery(query('getWebhookEndpoint', { ...ids, endpoint_id: webhook }))
  const found = useQuery(query('getWebhookDelivery', params, { live: true }))
  const { meaningOf } = useEventTypes()
  const crumbs = [
    { label: texts.title, href: paths.webhooks(place) },
    { label: <bdi>{endpoint.data?.name ?? texts.toEndpoint}</bdi>, href: paths.webhook(place, webhook) },
    { label: texts.delivery },
  ]
  return (
    <>
      {found.data === undefined && <PageHeader title={texts.delivery} crumbs={crumbs} />}
      <Loaded query={found}>
        {(delivery) => (
          <>
            <PageHeader
              crumbs={crumbs}
              title={<bdi dir="ltr">{delivery.type}</bdi>}
              tabTitle={delivery.type}
              status={deliveryMarks[delivery.state]}
              lead={meaningOf(delivery.type)}
              id={{ name: texts.deliveryId, value: delivery._id }}
              actions={
                <>
                  <AsCurl operation="getWebhookDelivery" params={params} />
                  {delivery.state !== 'sending' && <ResendOne endpointId={webhook} delivery={delivery} />}
                </>
              }
            />
            <div className={styles.columns}>
              <div className={styles.column}>
                <Section title={texts.attempts}>
                  <DeliveryAttempts delivery={delivery} />
                </Section>
                <Request delivery={delivery} />
              </div>
              <div className={styles.column}>
                <About delivery={delivery} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

function About({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { webhooks: texts } = useMessages('webhooks')
  const { zone } = usePlace()
  return (
    <Section title={texts.history}>
      <Facts
        facts={[
          {
            name: texts.deliveryState,
            value: (
              <>
                <DeliveryState delivery={delivery} />
                <div className={styles.more}>
                  <DeliveryWhy delivery={delivery} />
                </div>
              </>
            ),
          },
          { name: texts.made, value: <When at={delivery.created_at} zone={zone} seconds /> },
          { name: texts.about, value: <SubjectLink kind={delivery.subject_kind} id={delivery.subject_id} /> },
        ]}
      />
    </Section>
  )
}

/** Headers and body as the receiver gets them. */
function Request({ delivery: { _id, body, attempts } }: { delivery: WebhookDeliveryDetail }) {
  const { webhooks: texts } = useMessages('webhooks')
  const [last] = attempts
  const headers = [
    'content-type: application/json',
    'user-agent: Switchboard-Webhooks/1',
    `webhook-id: ${_id}`,
    `webhook-timestamp: ${last === undefined ? '…' : Math.floor(Date.parse(last.at) / 1_000)}`,
    'webhook-signature: v1,…',
  ].join('\n')
  return (
    <Section title={texts.request}>
      <div className={styles.stack}>
        <p className={styles.more}>{texts.requestLead}</p>
        <div className={styles.wide}>
          <Code text={headers} label={texts.headers} />
        </div>
        <p className={styles.more}>
          <code dir="ltr">webhook-signature</code>: {texts.signatureNote}
        </p>
        <div className={styles.wide}>
          <Code text={pretty(body)} label={texts.body} />
        </div>
      </div>
    </Section>
  )
}

/** The body is sent in one line. */
function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2)
}
