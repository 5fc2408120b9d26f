import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { call } from '../api/client.ts'
import type { Effect } from '../api/generated.ts'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { focusOnceGone } from '../ui/focus-once-gone.ts'
import { useToast } from '../ui/toast.tsx'
import { DialogCancel } from './dialog-cancel.tsx'
import { Effects } from './effects.tsx'
import { Failure } from './failure.tsx'
import { Loaded } from './loaded.tsx'

type Queued = Data<'getQueue'>['campaigns'][number]

/** What `useHolding` returns. */
interface Holding {
  isPending: boolean
  hold: () => void
  /** Why it failed, until it is tried again or the campaign is held: a stop that did not succeed may not be missed. */
  fault: ReactNode
}

/** The id of the button that holds a campaign, or releases it. */
const holdId = (campaign_id: string): string => `hold-${campaign_id}`

/** Holds a campaign of the board. */
export function useHolding({ campaign_id, name, status, waiting, slots_in_use }: Queued): Holding {
  const { live } = useMessages('live')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const changed = useChanged()
  const toast = useToast()
  const holding = useMutation({
    mutationFn: () => call('holdCampaign', { ...ids, campaign_id }),
    onSuccess: async () => {
      await changed()
      const shown = number(waiting.count)
      const held = live.heldToast(
        <bdi>{name}</bdi>,
        waiting.is_more ? live.more(shown) : shown,
        waiting.count,
        number(slots_in_use),
        slots_in_use,
      )
      toast({ status: 'held', text: held })
    },
  })
  const { isError, reset } = holding
  const isHeld = status === 'paused'
  useEffect(() => {
    // Somebody else has held it.
    if (isHeld && isError) reset()
  }, [isHeld, isError, reset])
  return {
    isPending: holding.isPending,
    hold: () => holding.mutate(),
    fault: holding.isError ? (
      <Failure
        error={holding.error}
        onRetry={() => {
          focusOnceGone(holdId(campaign_id))
          holding.mutate()
        }}
      />
    ) : undefined,
  }
}

/**
 * Holds a campaign at one press, since a stop must be quick and can be taken back; the message says what it stops. A
 * release dials, so its button only asks: see ReleaseOne.
 */
export function HoldOne({
  campaign,
  holding,
  onRelease,
}: {
  campaign: Queued
  holding: Holding
  /** Asks before it is released. */
  onRelease: () => void
}) {
  const { live } = useMessages('live')
  const { role } = usePlace()
  const { campaign_id, name, status } = campaign
  const id = holdId(campaign_id)
  const reason = includesRole(role, 'editor') ? null : live.editorNeeded
  if (status === 'ended') return null
  if (status === 'paused')
    return (
      <Button id={id} small reason={reason} aria-label={live.releaseLabel(name)} onPress={onRelease}>
        {live.release}
      </Button>
    )
  return (
    <Button
      id={id}
      small
      reason={reason}
      isPending={holding.isPending}
      aria-label={live.holdLabel(name)}
      onPress={holding.hold}
    >
      {live.hold}
    </Button>
  )
}

/**
 * Asks whether to release a campaign. It stays until it is answered, also where somebody else has released it
 * meanwhile.
 */
export function ReleaseOne({
  campaign: { campaign_id, name },
  onClose,
}: {
  campaign: Queued
  onClose: () => void
}) {
  const { live } = useMessages('live')
  const { ids } = usePlace()
  const toast = useToast()
  const changed = useChanged()
  const asked = { ...ids, campaign_id }
  const preview = useQuery({ ...query('releaseCampaign', { ...asked, dry_run: true }), gcTime: 0 })
  const releasing = useMutation({
    mutationFn: () => call('releaseCampaign', asked),
    onSuccess: async () => {
      onClose()
      await changed()
      toast({ status: 'done', text: live.releasedToast(<bdi>{name}</bdi>) })
    },
  })
  return (
    <Ask title={live.releaseTitle(name)} action={live.releaseAction} mutation={releasing} onClose={onClose}>
      <p>{live.releaseBody}</p>
      <Loaded query={preview}>{({ effects }) => <HeldEffects effects={effects} />}</Loaded>
    </Ask>
  )
}

/** Holds or releases all campaigns of the project; both say before what they do. */
export function HoldAll({ campaigns }: { campaigns: readonly Queued[] }) {
  const { live } = useMessages('live')
  const { role } = usePlace()
  const [asked, ask] = useState<'hold' | 'release' | null>(null)
  const needed = includesRole(role, 'editor') ? null : live.editorNeeded
  const hasHeld = campaigns.some(({ status }) => status === 'paused')
  return (
    <>
      <Button reason={needed} onPress={() => ask('hold')}>
        {live.holdAll}
      </Button>
      {hasHeld && (
        <Button reason={needed} onPress={() => ask('release')}>
          {live.releaseAll}
        </Button>
      )}
      {asked !== null && <AskAll verb={asked} onClose={() => ask(null)} />}
    </>
  )
}

function AskAll({ verb, onClose }: { verb: 'hold' | 'release'; onClose: () => void }) {
  const { live } = useMessages('live')
  const { ids } = usePlace()
  const toast = useToast()
  const changed = useChanged()
  const isHold = verb === 'hold'
  const operation = isHold ? 'holdProject' : 'releaseProject'
  const preview = useQuery({ ...query(operation, { ...ids, dry_run: true }), gcTime: 0 })
  const running = useMutation({
    mutationFn: () => call(operation, ids),
    onSuccess: async ({ campaigns }) => {
      onClose()
      await changed()
      const text = isHold ? live.heldAllToast(campaigns.length) : live.releasedAllToast(campaigns.length)
      toast({ status: isHold ? 'held' : 'done', text })
    },
  })
  const count = preview.data?.campaigns.length ?? null
  const nothing = isHold ? live.nothingToHold : live.nothingToRelease
  return (
    <Ask
      title={isHold ? live.holdAllTitle : live.releaseAllTitle}
      action={isHold ? live.holdAllAction : live.releaseAllAction}
      mutation={running}
      reason={count === 0 ? nothing : null}
      onClose={onClose}
    >
      <Loaded query={preview}>
        {({ campaigns, effects }) => (
          <>
            <p>
              {campaigns.length === 0
                ? nothing
                : isHold
                  ? live.holdAllBody(campaigns.length)
                  : live.releaseAllBody(campaigns.length)}
            </p>
            {campaigns.length > 0 && <HeldEffects effects={effects} />}
          </>
        )}
      </Loaded>
    </Ask>
  )
}

interface AskProps {
  title: string
  action: string
  mutation: { mutate: () => void; isPending: boolean; isError: boolean; error: unknown }
  reason?: string | null
  onClose: () => void
  children: ReactNode
}

function Ask({ title, action, mutation, reason = null, onClose, children }: AskProps) {
  return (
    <Dialog
      title={title}
      isOpen
      isAlert
      onClose={onClose}
      isPending={mutation.isPending}
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            reason={reason}
            isPending={mutation.isPending}
            onPress={() => mutation.mutate()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {mutation.isError && <Failure error={mutation.error} />}
    </Dialog>
  )
}

/** What a hold or release does, one effect a line. */
function HeldEffects({ effects }: { effects: readonly Effect[] }) {
  const { live } = useMessages('live')
  return effects.length === 0 ? <p>{live.noEffect}</p> : <Effects effects={effects} />
}

/** Returns what asks again for all that holding a campaign or canceling its calls changes. */
export function useChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [name] }) =>
        typeof name === 'string' && /queue|call|campaign|today/i.test(name),
    })
}
