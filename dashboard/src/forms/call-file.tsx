import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/client.ts'
import type { CallFileCheck, ConfiguredCampaign, WholeCallBatch } from '../api/generated.ts'
import { Failure } from '../components/failure.tsx'
import { useChanged } from '../components/hold.tsx'
import { LeftOut, RowFaults } from '../components/row-faults.tsx'
import { When } from '../components/when.tsx'
import { newIdempotencyKey } from '../hooks/new-key.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Empty } from '../ui/empty.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './call-file.module.css'

const includable = ['repeated', 'waiting', 'incomplete'] as const
type Includable = (typeof includable)[number]

interface Given {
  file: File
  /** Made with the choice of the file: neither a double press nor a repeated request queues twice. */
  idempotencyKey: string
  include: Includable[]
}

/** Takes a file of calls, shows what would happen, and queues it. */
export function CallFile({ campaign }: { campaign: ConfiguredCampaign }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { ids, role } = usePlace()
  /** The last check that came to an end, and what it is about. It stays while another one runs. */
  const [checked, setChecked] = useState<{ given: Given; check: CallFileCheck } | null>(null)
  const reason = useRoleReason(role, 'editor')
  const checking = useMutation({
    mutationFn: async ({ file, include }: Given) => {
      const params = { ...ids, campaign_id: campaign._id, name: file.name.slice(0, 200), body: file }
      const answer = await call(
        'addCallBatch',
        { ...params, include: include.join(','), dry_run: true },
        { bytes: file },
      )
      return answer as CallFileCheck
    },
  })
  /** What is being checked. A box that is ticked shows it at once; the mutation says so a moment later. */
  const [asked, setAsked] = useState<Given | null>(null)
  const give = (given: Given) => {
    setAsked(given)
    // Where several checks are under way, only the last one calls these.
    checking.mutate(given, {
      onSuccess: (check) => setChecked({ given, check }),
      onSettled: () => setAsked(null),
    })
  }
  if (reason !== null) return <Empty>{reason}</Empty>
  return (
    <Section title={texts.give}>
      {checked === null && (
        <div className={styles.stack}>
          <p className={styles.more}>{texts.giveLead}</p>
          <FileDrop
            label={texts.dropLabel}
            pick={texts.pick}
            accept=".csv,.ndjson,.jsonl,.txt,text/csv,application/x-ndjson"
            onFiles={([file]) => {
              if (file !== undefined) give({ file, idempotencyKey: newIdempotencyKey(), include: [] })
            }}
          >
            {checking.isPending ? (
              <span role="status">{texts.checking(<bdi>{checking.variables.file.name}</bdi>)}</span>
            ) : (
              texts.drop
            )}
          </FileDrop>
          <p className={styles.more}>{texts.bounds}</p>
        </div>
      )}
      {checking.isError && <Failure error={checking.error} />}
      {checked !== null && (
        <Checked
          campaign={campaign}
          given={asked ?? checked.given}
          check={checked.check}
          isChecking={asked !== null}
          onInclude={(include) => give({ ...checked.given, include, idempotencyKey: newIdempotencyKey() })}
          onAnother={() => {
            setChecked(null)
            setAsked(null)
            checking.reset()
          }}
        />
      )}
    </Section>
  )
}

interface CheckedProps {
  campaign: ConfiguredCampaign
  given: Given
  check: CallFileCheck
  /** Whether the check is of other choices, and that of these is under way. */
  isChecking: boolean
  onInclude: (include: Includable[]) => void
  onAnother: () => void
}

function Checked({ campaign, given, check, isChecking, onInclude, onAnother }: CheckedProps) {
  const { callBatches: texts } = useMessages('callBatches')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const navigate = useNavigate()
  const toast = useToast()
  const changed = useChanged()
  const address = paths.campaign(place, campaign._id)
  const isAgain = check.earlier_batch_id !== null
  const queueing = useMutation({
    mutationFn: async () => {
      const { file, include, idempotencyKey } = given
      const params = { ...ids, campaign_id: campaign._id, name: file.name.slice(0, 200), body: file }
      const answer = await call(
        'addCallBatch',
        { ...params, include: include.join(','), again: isAgain },
        { bytes: file, idempotencyKey },
      )
      return answer as WholeCallBatch
    },
    onSuccess: async (batch) => {
      await changed()
      toast({ status: 'done', text: texts.queued(number(batch.accepted_count), batch.accepted_count) })
    },
  })
  const queue = () =>
    queueing.mutate(undefined, {
      // Not called once the page is gone, so nobody is brought back to it.
      onSuccess: (batch) => void navigate(withQuery(address, { tab: 'file', batch: batch._id })),
    })
  const { accepted, rows, refusal } = check
  const shown = number(accepted)
  return (
    <div className={styles.sections}>
      <div className={styles.stack}>
        <p role="status" className={styles.would}>
          {isChecking
            ? texts.checking(<bdi>{given.file.name}</bdi>)
            : accepted === 0
              ? texts.wouldNone
              : texts.would(shown, accepted)}
        </p>
        <p className={styles.more}>{texts.ofRows(<bdi>{given.file.name}</bdi>, number(rows), rows)}</p>
        <Choices
          given={given}
          check={check}
          onInclude={(include) => {
            // It was of the choices before.
            if (queueing.isError) queueing.reset()
            onInclude(include)
          }}
        />
        {isAgain && (
          <Banner
            kind="wait"
            title={texts.earlier}
            action={
              <Link href={withQuery(address, { tab: 'file', batch: check.earlier_batch_id ?? undefined })}>
                {texts.toEarlier}
              </Link>
            }
          />
        )}
        {refusal !== null && (
          <Banner kind="fail" title={texts.refused(<span data-stored="">{refusal.message}</span>)} />
        )}
        <div className={styles.buttons}>
          <Button
            kind="main"
            reason={isChecking ? null : accepted === 0 ? texts.wouldNone : (refusal?.message ?? null)}
            isPending={queueing.isPending || isChecking}
            onPress={queue}
          >
            {isAgain ? texts.queueAgain(shown, accepted) : texts.queue(shown, accepted)}
          </Button>
          <Button onPress={onAnother}>{texts.another}</Button>
        </div>
        {queueing.isError && <Failure error={queueing.error} />}
      </div>
      {accepted > 0 && <Summary check={check} />}
      <LeftOut counts={check.left_out} />
      <RowFaults faults={check.faults} total={check.faults_count} />
    </div>
  )
}

function Choices({ given, check, onInclude }: Pick<CheckedProps, 'given' | 'check' | 'onInclude'>) {
  const { callBatches: texts } = useMessages('callBatches')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  return includable
    .filter((kind) => check.found[kind] > 0)
    .map((kind) => (
      <Checkbox
        key={kind}
        label={texts.include[kind](number(check.found[kind]), check.found[kind])}
        checked={given.include.includes(kind)}
        onChange={({ target }) =>
          onInclude(includable.filter((one) => (one === kind ? target.checked : given.include.includes(one))))
        }
      />
    ))
}

function Summary({ check }: { check: CallFileCheck }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { zone: projectZone } = usePlace()
  const zone = check.hours.timezone ?? projectZone
  const { number } = useFormats(zone)
  const { estimate, hours } = check
  const { assumes, too_late } = estimate
  const at = (instant: string | null) => (instant === null ? texts.never : <When at={instant} zone={zone} />)
  return (
    <Section title={texts.summary}>
      <Facts
        facts={[
          { name: texts.hours, value: <Hours hours={hours} zone={zone} /> },
          { name: texts.first, value: at(estimate.first_attempt_at) },
          { name: texts.last, value: at(estimate.last_attempt_at) },
          {
            name: texts.assumes,
            value: texts.assumption(
              number(assumes.slots),
              number(assumes.seconds_per_call),
              number(assumes.calls_before),
              assumes.seconds_from,
            ),
          },
        ]}
      />
      {too_late > 0 && <p className={styles.note}>{texts.tooLate(number(too_late), too_late)}</p>}
      {check.is_paused && <p className={styles.note}>{texts.paused}</p>}
    </Section>
  )
}

function Hours({ hours, zone }: { hours: CallFileCheck['hours']; zone: string }) {
  const { callBatches: texts, campaigns } = useMessages('callBatches', 'campaigns')
  if (hours.timezone === null) return hours.at_callee ? campaigns.calleeClock : texts.hoursAlways
  if (!hours.is_open)
    return hours.opens_at === null ? texts.never : texts.hoursClosed(<When at={hours.opens_at} zone={zone} />)
  return hours.closes_at === null
    ? texts.hoursOpen
    : texts.hoursOpenUntil(<When at={hours.closes_at} zone={zone} />)
}
