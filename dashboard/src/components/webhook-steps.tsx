import type { ConfiguredWhatsappSender } from '../api/generated.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { When } from './when.tsx'
import styles from './webhook-steps.module.css'

/** The fields of webhooks that the service reads. */
const fields = [
  'messages',
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'phone_number_quality_update',
  'account_update',
  'user_preferences',
]

export interface WebhookStepsProps {
  sender: ConfiguredWhatsappSender
  /** Why the reader can't make a word; null if they can. */
  reason: string | null
  onNewWord: () => void
}

/** What to do at Meta so that its webhooks arrive, step by step. */
export function WebhookSteps({ sender, reason, onNewWord }: WebhookStepsProps) {
  const {
    senders: { steps: texts, webhookAt, webhookNone },
  } = useMessages('senders')
  const { zone } = usePlace()
  const { webhook_url: address, verify_token_set_at: setAt, last_webhook_at: heardAt } = sender
  return (
    <ol className={styles.steps}>
      <li>{texts.open}</li>
      <li>
        {texts.address}
        <Code text={address} label={texts.addressLabel} />
      </li>
      <li>
        <p>
          {texts.word}{' '}
          {setAt === null ? texts.wordSetUnknown : texts.wordSet(<When at={setAt} zone={zone} />)}
        </p>
        <Button small reason={reason} onPress={onNewWord}>
          {texts.wordNew}
        </Button>
      </li>
      <li>
        {texts.fields}
        <ul className={styles.fields}>
          {fields.map((field) => (
            <li key={field}>
              <CopyId value={field} label={field} />
            </li>
          ))}
        </ul>
      </li>
      <li>
        {texts.subscribe}
        <Code
          text={`curl -X POST https://graph.facebook.com/v23.0/${sender.business_account_id}/subscribed_apps \\\n  -H "Authorization: Bearer $WHATSAPP_TOKEN"`}
          label={texts.subscribeLabel}
        />
      </li>
      <li>
        {texts.test}
        <p className={styles.received}>
          <StatusMark status={heardAt === null ? 'unknown' : 'done'} />
          <span>{heardAt === null ? webhookNone : webhookAt(<When at={heardAt} zone={zone} seconds />)}</span>
        </p>
      </li>
    </ol>
  )
}
