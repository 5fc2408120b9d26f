import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { concerns, query } from '../api/queries.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { focusOnceGone } from '../ui/focus-once-gone.ts'
import { Form } from '../ui/form.tsx'
import { useToast } from '../ui/toast.tsx'
import { DialogCancel } from './dialog-cancel.tsx'
import { Failure, FailureText } from './failure.tsx'
import { isOpen } from './source-state.tsx'
import type { Source } from './source-state.tsx'
import { TypedCountField, useTypedCount } from './typed-count.tsx'

/** Above this many pages their number has to be typed before they are removed. */
const typedFrom = 10

/** Refetches whatever shows sources. */
export function useSourcesChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => concerns('sources', queryKey) })
}

/** Returns why no crawl can be requested; null if it can. The server decides all the same. */
export function useCrawlReason({ isNew = false } = {}): string | null {
  const { knowledge } = useMessages('knowledge')
  const { ids, role, zone } = usePlace()
  const { number } = useFormats(zone)
  const { data: room } = useQuery(query('getSourceRoom', ids))
  const byRole = useRoleReason(role, 'editor')
  if (byRole !== null || room === undefined) return byRole
  if (room.links.used >= room.links.max) return knowledge.linksFull
  if (isNew && room.domains.used >= room.domains.max) return knowledge.domainsFull(number(room.domains.max))
  if (room.open_crawls.used >= room.open_crawls.max) return knowledge.crawlsFull(number(room.open_crawls.max))
  return null
}

/** The id of the button that crawls a source, or cancels its crawl. */
const crawlId = ({ _id }: Source): string => `crawl-${_id}`

/** Returns the button that crawls a domain now, or reads a single page again. A file is added again instead. */
function useCrawl(source: Source) {
  const { knowledge } = useMessages('knowledge')
  const { ids } = usePlace()
  const changed = useSourcesChanged()
  const toast = useToast()
  const crawlReason = useCrawlReason()
  const name = <bdi>{source.name}</bdi>
  const address = usePageAddress(source)
  const isPage = source.source_type === 'urls'
  const about = crawlId(source)
  const crawling = useMutation({
    mutationFn: async (url: string | null) => {
      if (url === null) await call('crawlSource', { ...ids, source_id: source._id })
      else await call('addSourceUrl', { ...ids, body: { url } })
    },
    onSuccess: () => {
      // Another crawl may be one too many.
      focusOnceGone(crawlId(source))
      toast({
        about,
        status: 'done',
        text: isPage ? knowledge.readAgainDone(name) : knowledge.crawlAsked(name),
      })
    },
    onError: (error) => toast({ about, status: 'failed', text: <FailureText of={name} error={error} /> }),
    onSettled: changed,
  })
  return {
    label: isPage ? knowledge.readAgain : knowledge.crawlNow,
    reason: crawlReason ?? (isPage && address === null ? knowledge.noAddress : null),
    isPending: crawling.isPending,
    onPress: () => crawling.mutate(isPage ? address : null),
  }
}

/** Crawls a source now, from its row. */
export function CrawlNow({ source }: { source: Source }) {
  const { knowledge } = useMessages('knowledge')
  const { label, ...button } = useCrawl(source)
  if (source.source_type === 'files') return null
  return (
    <Button
      {...button}
      kind="word"
      small
      id={crawlId(source)}
      aria-label={knowledge.crawlNowLabel(source.name)}
    >
      {label}
    </Button>
  )
}

/** The address of a single page, which its source does not have: its one page does. */
function usePageAddress({ _id, source_type }: Source): string | null {
  const { ids } = usePlace()
  const pages = useQuery({
    ...query('listSourcePages', { ...ids, source_id: _id, limit: 1 }),
    enabled: source_type === 'urls',
  })
  return pages.data?.items[0]?.url ?? null
}

/** Returns the button that ends the crawl of a domain. */
function useCancelCrawl(source: Source) {
  const { knowledge } = useMessages('knowledge')
  const { ids, role } = usePlace()
  const changed = useSourcesChanged()
  const toast = useToast()
  const reason = useRoleReason(role, 'editor')
  const about = crawlId(source)
  const name = <bdi>{source.name}</bdi>
  const canceling = useMutation({
    mutationFn: () => call('cancelCrawl', { ...ids, source_id: source._id }),
    onSuccess: () => {
      focusOnceGone(crawlId(source))
      toast({ about, status: 'closed', text: knowledge.canceled(name) })
    },
    onError: (error) => toast({ about, status: 'failed', text: <FailureText of={name} error={error} /> }),
    onSettled: changed,
  })
  return {
    label: knowledge.cancel,
    reason,
    isPending: canceling.isPending,
    onPress: () => canceling.mutate(),
  }
}

/** Crawls a source now, or cancels its open crawl. It is one button, so that it keeps the focus. */
export function CrawlOrCancel({ source }: { source: Source }) {
  const crawl = useCrawl(source)
  const cancel = useCancelCrawl(source)
  if (source.source_type === 'files' && !isOpen(source)) return null
  const { label, ...button } = isOpen(source) ? cancel : crawl
  return (
    <Button {...button} id={crawlId(source)} isPending={crawl.isPending || cancel.isPending}>
      {label}
    </Button>
  )
}

export interface RemoveSourceProps {
  source: Source
  onRemoved: () => void
}

/** Removes a source, after a question; the number of its pages has to be typed where it is large. */
export function RemoveSource({ source, onRemoved }: RemoveSourceProps) {
  const { knowledge } = useMessages('knowledge')
  const { role } = usePlace()
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Button reason={useRoleReason(role, 'editor')} onPress={() => ask(true)}>
        {knowledge.remove}
      </Button>
      {isAsked && <RemoveQuestion source={source} onRemoved={onRemoved} onClose={() => ask(false)} />}
    </>
  )
}

function RemoveQuestion({ source, onRemoved, onClose }: RemoveSourceProps & { onClose: () => void }) {
  const { knowledge } = useMessages('knowledge')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const { name } = source
  // As the dialog opened with it: a crawl stores pages meanwhile.
  const [count] = useState(source.page_count)
  const isTyped = count > typedFrom
  const typed = useTypedCount(count)
  const changed = useSourcesChanged()
  const toast = useToast()
  const removing = useMutation({
    mutationFn: () => call('removeSource', { ...ids, source_id: source._id }),
    onSuccess: async () => {
      onRemoved()
      toast({ status: 'done', text: knowledge.removed(<bdi>{name}</bdi>) })
      await changed()
    },
  })
  const submit = () => {
    if (!isTyped || typed.submit()) removing.mutate()
  }
  return (
    <Dialog
      title={knowledge.removeTitle(name)}
      isOpen
      isAlert
      isPending={removing.isPending}
      onClose={onClose}
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={removing.isPending} onPress={submit}>
            {knowledge.removeAction}
          </Button>
        </>
      }
    >
      <Form isPending={removing.isPending} onSubmit={submit}>
        <p>{knowledge.removeBody(<bdi>{number(count)}</bdi>, count)}</p>
        {isTyped && (
          <TypedCountField
            count={typed}
            label={knowledge.removeField}
            hint={knowledge.removeHint(number(count))}
            fault={knowledge.removeFault(number(count))}
          />
        )}
      </Form>
      {removing.isError && <Failure error={removing.error} />}
    </Dialog>
  )
}
