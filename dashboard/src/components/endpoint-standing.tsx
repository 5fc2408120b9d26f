import type { ReactNode } from 'react'
import type { ConfiguredWebhookEndpoint } from '../api/generated.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Stored } from './stored.tsx'
import { When } from './when.tsx'

interface EndpointProps {
  endpoint: ConfiguredWebhookEndpoint
}

/** The service counts what waits no further. */
export const waitingCountMax = 1_000

export type Standing = 'works' | 'fresh' | 'fails' | 'disabled' | 'turned_off' | 'rests'

export const standingMarks: Record<Standing, Status> = {
  works: 'done',
  fresh: 'waits',
  fails: 'failed',
  disabled: 'failed',
  turned_off: 'held',
  rests: 'held',
}

/** Returns how an endpoint stands, in one word. */
export function standingOf(endpoint: ConfiguredWebhookEndpoint): Standing {
  if (endpoint.disabled_why !== null)
    return endpoint.disabled_why === 'turned_off' ? 'turned_off' : 'disabled'
  if (endpoint.held_until !== null) return 'rests'
  if (endpoint.failures > 0) return 'fails'
  return endpoint.last_success_at === null ? 'fresh' : 'works'
}

/** The word with its mark. */
export function EndpointState({ endpoint }: EndpointProps) {
  const { webhooks: texts } = useMessages('webhooks')
  const standing = standingOf(endpoint)
  return <StatusWord status={standingMarks[standing]}>{texts.states[standing]}</StatusWord>
}

/** Since when it is so, why, and what follows. What works says so only where it is asked for. */
export function EndpointWhy({ endpoint, whole = false }: EndpointProps & { whole?: boolean }) {
  const { webhooks: texts } = useMessages('webhooks')
  const { zone } = usePlace()
  const at = (time: string) => <When at={time} zone={zone} />
  const { disabled_at, disabled_why, held_until, failing_since, last_success_at, last_failure } = endpoint
  const last = last_failure !== null && (
    <> {texts.lastReason(<Stored text={last_failure.reason} />, at(last_failure.at))}</>
  )
  switch (standingOf(endpoint)) {
    case 'disabled':
    case 'turned_off':
      return (
        <>
          {texts.whys[disabled_why ?? 'turned_off']}{' '}
          {disabled_at !== null && texts.disabledSince(at(disabled_at))}
          {whole && <> {texts.heldMeanwhile}</>}
        </>
      )
    case 'rests':
      return (
        <>
          {held_until !== null && texts.restsUntil(at(held_until))}
          {last}
        </>
      )
    case 'fails':
      return (
        <>
          {last_success_at === null ? texts.failsAlways : texts.failsSince(at(last_success_at))}
          {last}
          {failing_since !== null && <> {texts.failingSince(at(failing_since))}</>}
        </>
      )
    case 'fresh':
      return whole ? texts.freshNext : null
    case 'works':
      return whole && last_success_at !== null ? texts.worksSince(at(last_success_at)) : null
  }
}

/** How many deliveries wait, as a sentence; null: none does. */
export function useWaitingSentence({ waiting_count }: ConfiguredWebhookEndpoint): ReactNode {
  const { webhooks: texts } = useMessages('webhooks')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  if (waiting_count === 0) return null
  const shown = formats.number(waiting_count)
  return waiting_count >= waitingCountMax ? texts.waitingMore(shown) : texts.waiting(shown, waiting_count)
}
