import { asCurl } from '../../api/curl.ts'
import type { ConfiguredCampaign } from '../../api/generated.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Code } from '../../ui/code.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import styles from '../page.module.css'

/** The requests that place calls of a campaign. */
export function Requests({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, common } = useMessages('campaigns')
  const { ids, place } = usePlace()
  const variables = variablesOf(campaign.script ?? '')
  const body = {
    phone_number: '+14155550100',
    name: 'Ada',
    ...Object.fromEntries(
      variables.filter((name) => name !== 'name' && name !== 'phone_number').map((name) => [name, '…']),
    ),
  }
  const params = { ...ids, campaign_id: campaign._id, body }
  const options = { origin: location.origin, auth: 'project' } as const
  return (
    <div className={styles.sections}>
      <div>
        <p className={styles.more}>{texts.requestLead}</p>
        <p className={styles.more}>
          {common.curlHintProject} <Link href={paths.keys(place)}>{texts.toKeys}</Link>
        </p>
      </div>
      <Section title={texts.requestQueue}>
        <Code text={asCurl('createCall', params, options)} label={texts.requestQueue} />
      </Section>
      <Section title={texts.requestTrigger}>
        <Code text={asCurl('triggerCall', params, options)} label={texts.requestTrigger} />
      </Section>
    </div>
  )
}

/** The names after `customer.` in a script, for a sample body. */
function variablesOf(script: string): string[] {
  return [...new Set([...script.matchAll(/customer\.([a-z_]\w*)/gi)].map(([, name]) => name!))]
}
