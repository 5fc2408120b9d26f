import { useMutation, useQuery } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { Suspense, lazy, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ConflictDialog } from '../components/conflict.tsx'
import { Failure } from '../components/failure.tsx'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NeedsRole } from '../components/needs-role.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RecordHead } from '../components/record-head.tsx'
import { useCrawlReason, useSourcesChanged } from '../components/source-actions.tsx'
import { DomainFields, domainBody, domainFieldName, newDomain } from '../forms/domain.tsx'
import type { DomainValues } from '../forms/domain.tsx'
import { mergeRecord } from '../hooks/merge-record.ts'
import type { Conflict, JsonRecord } from '../hooks/merge-record.ts'
import { useLeaving } from '../hooks/use-leave-guard.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button, ButtonGroup } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './page.module.css'

// Its table is large, and shown only once a crawl was tried.
const CrawlPreview = lazy(async () => ({
  default: (await import('../components/crawl-preview.tsx')).CrawlPreview,
}))

/** `…/knowledge/new-domain`: settings beside what a crawl with them would do. */
export function NewDomainPage() {
  const { knowledge } = useMessages('knowledge')
  const { place } = usePlace()
  const crumbs = [{ label: knowledge.title, href: paths.knowledge(place) }, { label: knowledge.newTitle }]
  return (
    <NeedsRole needs="editor" head={<PageHeader title={knowledge.newTitle} crumbs={crumbs} />}>
      <DomainForm loaded={newDomain} source={null} />
    </NeedsRole>
  )
}

/** `…/knowledge/{source}/edit`: the same for a domain that is there. */
export function EditDomainPage() {
  const { source: id = '' } = useParams()
  const { knowledge } = useMessages('knowledge')
  const { ids, place } = usePlace()
  const source = useQuery(query('getSource', { ...ids, source_id: id }))
  const head = <RecordHead kind="source" list={knowledge.title} href={paths.knowledge(place)} />
  return (
    <NeedsRole needs="editor" head={head}>
      {source.data === undefined && head}
      <Loaded query={source}>{(found) => <DomainForm source={found} loaded={valuesOf(found)} />}</Loaded>
    </NeedsRole>
  )
}

type WholeSource = Data<'getSource'>

function valuesOf(source: WholeSource): DomainValues {
  return {
    // The name of a domain has no scheme, and would start its crawls with https.
    domain: source.start_url ?? '',
    crawling_strategy: source.crawling_strategy ?? newDomain.crawling_strategy,
    crawler: source.crawler ?? newDomain.crawler,
    max_pages: source.max_pages,
    max_depth: source.max_depth,
    include_patterns: (source.include_patterns ?? []).join('\n'),
    exclude_patterns: (source.exclude_patterns ?? []).join('\n'),
    frequency_days: source.frequency_days,
  }
}

interface DomainFormProps {
  loaded: DomainValues
  /** null: it is added. */
  source: WholeSource | null
}

/** The settings as they are typed, merged by field with what somebody else saves meanwhile: all of them are sent. */
function useMergedSettings(loaded: DomainValues) {
  const { ids } = usePlace()
  // What the form began with, whatever is loaded again.
  const [first, setFirst] = useState(loaded)
  const [values, setValues] = useState(loaded)
  const [conflicts, setConflicts] = useState<readonly Conflict[] | null>(null)
  return {
    first,
    values,
    setValues,
    conflicts,
    /** Returns what is to be saved; null where both changed a field, which is asked about. */
    mergeStored: async (stored: WholeSource): Promise<DomainValues | null> => {
      const now = valuesOf(await call('getSource', { ...ids, source_id: stored._id }))
      const found = mergeRecord({ ...first }, { ...now }, { ...values } satisfies JsonRecord)
      const merged = found.merged as unknown as DomainValues
      if (found.conflicts.length === 0) return merged
      setFirst(now)
      setValues(merged)
      setConflicts(found.conflicts)
      return null
    },
    /** Takes what was saved as what the form began with. What was typed meanwhile stays. */
    rebase: (sent: DomainValues, saved: DomainValues): void => {
      setFirst(saved)
      setValues((now) => mergeRecord({ ...sent }, { ...saved }, { ...now }).merged as unknown as DomainValues)
    },
    resolve: (choices: Record<string, 'theirs' | 'yours'>): void => {
      const theirs = (conflicts ?? []).filter(({ field }) => choices[field] === 'theirs')
      setValues((all) => ({ ...all, ...Object.fromEntries(theirs.map((one) => [one.field, one.theirs])) }))
      setConflicts(null)
    },
  }
}

/** Saves the settings, and leads on where nobody has typed more or gone elsewhere meanwhile. */
function useSaving(settings: ReturnType<typeof useMergedSettings>, source: WholeSource | null) {
  const { knowledge } = useMessages('knowledge')
  const { ids, place } = usePlace()
  const { first, values, mergeStored, rebase } = settings
  const changed = useSourcesChanged()
  const navigate = useNavigate()
  const toast = useToast()
  const [isNew, setNew] = useState(source === null)
  const written = JSON.stringify(domainBody(values))
  // Also while it is saved: that may still be refused.
  const { guard, isLeft, beginSave } = useLeaving(JSON.stringify(domainBody(first)) !== written)
  const saving = useMutation({
    mutationFn: async () => {
      const merged = source === null ? values : await mergeStored(source)
      if (merged !== null) await call('uploadDomain', { ...ids, body: domainBody(merged) })
      return { sent: values, saved: merged }
    },
    onMutate: beginSave,
    onSuccess: async ({ sent, saved }) => {
      if (saved === null) return
      rebase(sent, saved)
      // Somebody who has typed another domain meanwhile adds that one, too.
      if (values.domain === sent.domain) setNew(false)
      toast({ status: 'done', text: knowledge.added(<bdi>{saved.domain}</bdi>) })
      const isTyped = JSON.stringify(domainBody(sent)) !== written
      if (!isTyped && !isLeft())
        void navigate(source === null ? paths.knowledge(place) : paths.source(place, source._id))
      await changed()
    },
  })
  return { saving, guard, isNew }
}

function DomainForm({ loaded, source }: DomainFormProps) {
  const { knowledge, common } = useMessages('knowledge')
  const { ids, place } = usePlace()
  const settings = useMergedSettings(loaded)
  const { values, setValues, conflicts, resolve } = settings
  const { saving, guard, isNew } = useSaving(settings, source)
  const [triedWith, setTriedWith] = useState<string | null>(null)
  const result = useRef<HTMLDivElement>(null)
  const reason = useCrawlReason({ isNew })
  const body = domainBody(values)
  const written = JSON.stringify(body)
  // Saving was refused for the values as they were then.
  const forgetFault = () => {
    if (saving.isError) saving.reset()
  }
  const trying = useMutation({
    onMutate: forgetFault,
    mutationFn: () => {
      setTriedWith(written)
      return call('previewCrawl', { ...ids, body })
    },
    // On a phone it stands below the form.
    onSettled: () => result.current?.scrollIntoView({ block: 'nearest' }),
  })
  const error = saving.error ?? trying.error
  const faults = faultsOf(error)
  const isTried = trying.isSuccess && triedWith === written
  const crumbs =
    source === null
      ? [{ label: knowledge.newTitle }]
      : [
          { label: <bdi>{source.name}</bdi>, href: paths.source(place, source._id) },
          { label: knowledge.changeCrumb },
        ]
  return (
    <>
      <PageHeader
        title={source === null ? knowledge.newTitle : knowledge.changeTitle(<bdi>{source.name}</bdi>)}
        tabTitle={knowledge.newTitle}
        lead={knowledge.newLead}
        crumbs={[{ label: knowledge.title, href: paths.knowledge(place) }, ...crumbs]}
        actions={<AsCurl operation="uploadDomain" params={{ ...ids, body }} auth="project" />}
      />
      <div className={styles.columns}>
        <Form className={styles.column} isPending={trying.isPending} onSubmit={() => trying.mutate()}>
          <div>
            <DomainFields
              values={values}
              set={(more) => {
                forgetFault()
                setValues((all) => ({ ...all, ...more }))
              }}
              faultAt={(field) => faults[field]}
              isNew={isNew}
            />
          </div>
          <ButtonGroup>
            <Button type="submit" kind={isTried ? 'outlined' : 'main'} isPending={trying.isPending}>
              {trying.isSuccess ? knowledge.tryAgain : knowledge.tryIt}
            </Button>
            <Button
              kind={isTried ? 'main' : 'outlined'}
              reason={reason}
              isPending={saving.isPending}
              onPress={() => saving.mutate()}
            >
              {!isNew ? knowledge.saveCrawl : isTried ? knowledge.add : knowledge.addUntried}
            </Button>
          </ButtonGroup>
          {error !== null && Object.keys(faults).length === 0 && <Failure error={error} />}
        </Form>
        <Tried trying={trying} isTried={isTried} values={values} result={result} />
      </div>
      <ConflictDialog
        conflicts={conflicts}
        nameOf={(field) => domainFieldName(field, knowledge)}
        onResolve={resolve}
      />
      <LeaveDialog guard={guard}>{saving.isPending ? common.leaveSaving : knowledge.leaveBody}</LeaveDialog>
    </>
  )
}

interface TriedProps {
  trying: Pick<UseMutationResult<Data<'previewCrawl'>>, 'isSuccess' | 'isPending' | 'data'>
  /** Whether it was tried with what is typed now. */
  isTried: boolean
  values: DomainValues
  result: RefObject<HTMLDivElement | null>
}

/** What a crawl with the settings would do. */
function Tried({ trying, isTried, values, result }: TriedProps) {
  const { knowledge } = useMessages('knowledge')
  return (
    <Section
      title={knowledge.preview}
      aside={trying.isSuccess && !isTried ? knowledge.changedSince : undefined}
    >
      <div aria-live="polite" ref={result}>
        {trying.isPending ? (
          <p className={styles.more} role="status">
            {knowledge.trying}
          </p>
        ) : trying.data === undefined ? (
          <Empty next={knowledge.previewNoneNext}>{knowledge.previewNone}</Empty>
        ) : (
          <Suspense>
            <CrawlPreview preview={trying.data} asBrowser={values.crawler === 'crawler_b'} />
          </Suspense>
        )}
      </div>
    </Section>
  )
}

/** The faults that the server names, by field: `exclude_patterns[1]: …` stands at `exclude_patterns`. */
function faultsOf(error: Error | null): Record<string, string> {
  if (error === null) return {}
  const { message, faults, status } = asApiError(error)
  if (status !== 400) return {}
  const named = faults.map(({ path, message: text }) => [path.replace(/[[.].*$/, ''), text] as const)
  const [, field, text] = /^(\w+)(?:\[\d+\])?: (.+)$/s.exec(message) ?? []
  return Object.fromEntries(
    named.length > 0 ? named : field === undefined || text === undefined ? [] : [[field, text]],
  )
}
