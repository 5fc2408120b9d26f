import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { ConfiguredWebhookEndpoint, TestedWebhookEndpoint } from '../../api/generated.ts'
import { Failure } from '../../components/failure.tsx'
import { Stored } from '../../components/stored.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusWord } from '../../ui/status-mark.tsx'
import styles from '../form.module.css'

export interface EndpointDialogProps {
  endpoint: ConfiguredWebhookEndpoint
  onClose: () => void
}

/** Sends an example to an endpoint, and shows what it answers. */
export function TestEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { webhooks: texts, common } = useMessages('webhooks')
  const { ids } = usePlace()
  const testing = useMutation({
    mutationFn: () => call('testWebhookEndpoint', { ...ids, endpoint_id: endpoint._id }),
  })
  return (
    <Dialog
      title={texts.testTitle(endpoint.name)}
      isOpen
      onClose={onClose}
      wide
      actions={
        <>
          <Button onPress={onClose}>{common.close}</Button>
          <Button kind="main" autoFocus isPending={testing.isPending} onPress={() => testing.mutate()}>
            {testing.data === undefined ? texts.testSend : texts.testAgain}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.testBody}</p>
        <bdi dir="ltr">
          <code>{endpoint.url}</code>
        </bdi>
        <div role="status" className={styles.result}>
          {testing.isPending && <p>{texts.testSending}</p>}
          {testing.data !== undefined && !testing.isPending && <Tested result={testing.data} />}
        </div>
        {testing.isError && <Failure error={testing.error} />}
      </div>
    </Dialog>
  )
}

function Tested({ result }: { result: TestedWebhookEndpoint }) {
  const { webhooks: texts } = useMessages('webhooks')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { accepted, status, milliseconds, reason, answer } = result
  const time = formats.number(milliseconds)
  return (
    <>
      <StatusWord status={accepted ? 'done' : 'failed'}>
        {accepted ? texts.accepted(String(status), time) : texts.notAccepted(time)}
      </StatusWord>
      {reason !== null && (
        <p>
          <Stored text={reason} />
        </p>
      )}
      {answer === '' && <p>{texts.answerNone}</p>}
      {answer !== null && answer !== '' && <Code text={answer} label={texts.answer} />}
    </>
  )
}
