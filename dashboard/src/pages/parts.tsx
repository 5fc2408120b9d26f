import { ApiError } from '../api/errors.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useLanguage } from '../components/use-language.ts'
import { Banner } from '../ui/banner.tsx'
import { BarChart, ShareBar } from '../ui/bar-chart.tsx'
import { Button, ButtonGroup } from '../ui/button.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Empty } from '../ui/empty.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { FlowMap } from '../ui/flow-map.tsx'
import { Download, Link } from '../ui/link.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { PhoneBubble } from '../ui/phone-bubble.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Timeline, Dot } from '../ui/timeline.tsx'
import { CallTrack } from '../ui/track.tsx'
import { Transcript } from '../ui/transcript.tsx'
import { WaitSentence } from '../ui/wait-sentence.tsx'
import { Part } from './parts/part.tsx'
import { SampleBoard } from './parts/sample-board.tsx'
import { SampleForm, SampleSaveBar } from './parts/sample-form.tsx'
import { SampleOverlays } from './parts/sample-overlays.tsx'
import * as sample from './parts/samples.tsx'
import styles from './parts.module.css'

/** `/parts`: every part in its states, for those who build screens. Its samples are not in the catalog. */
export function PartsPage() {
  const { setLanguage } = useLanguage()
  return (
    <main className={styles.page}>
      <PageHeader
        title="Parts"
        lead="Every part of the dashboard in its states, with made-up values. Screens are made of these."
        crumbs={[{ label: 'Start', href: '/' }, { label: 'Parts' }]}
        id={{ name: 'campaign_queue_id', value: sample.id }}
        actions={
          <ButtonGroup>
            <Button onPress={() => void setLanguage('pseudo')}>Mirror</Button>
            <Button onPress={() => void setLanguage('en')}>English</Button>
          </ButtonGroup>
        }
      />
      <SampleBoard />
      <CallPart />
      <Part title="Map">
        <FlowMap label="Map of the steps" nodes={sample.flow} />
      </Part>
      <Controls />
      <SampleForm />
      <Lists />
      <States />
      <SampleOverlays />
      <div className={styles.bar}>
        <SampleSaveBar />
      </div>
    </main>
  )
}

const statuses: [Status, string][] = [
  ['waits', 'Waits'],
  ['rings', 'Rings'],
  ['live', 'Speaking'],
  ['done', 'Done'],
  ['failed', 'Failed'],
  ['held', 'Held'],
  ['closed', 'Nobody answered'],
  ['unknown', 'Not known yet'],
  ['draft', 'Draft'],
]

function CallPart() {
  return (
    <>
      <WaitSentence
        asTitle
        status="live"
        more="Nobody answered at 13:42, so it was dialed again 21 min later. If this talk breaks off, one attempt is left; Cancel gives that one up and lets the talk go on."
      >
        Speaking with <bdi>Maria Delgado</bdi> since 14:04:10 New York, second of three attempts.
      </WaitSentence>
      <CallTrack {...sample.callTrack} nowLabel="now" />
      <div className={styles.two}>
        <div className={styles.stack}>
          <Section
            title="Attempts"
            aside={
              <span className={styles.legend}>
                New York time; ours <Dot from="ours" />, carrier’s <Dot from="carrier" />
              </span>
            }
          >
            <Timeline label="Attempts" attempts={sample.attempts} />
          </Section>
          <Section title="Event log">{sample.eventLog}</Section>
          <Section title="Customer">
            <Facts facts={sample.customer} />
          </Section>
          <Section title="Ids">
            <Facts
              facts={[
                { name: 'campaign_queue_id', value: <CopyId value={sample.id} label="campaign_queue_id" /> },
                { name: 'Twilio’s call', value: <CopyId value={sample.twilioId} label="Twilio’s call" /> },
              ]}
            />
          </Section>
        </div>
        <Section title="Transcript" aside={<StatusWord status="live">grows as it is spoken</StatusWord>}>
          <Transcript label="Transcript" lines={sample.transcript} />
        </Section>
        <Section title="Phone bubble">
          <PhoneBubble {...sample.bubble} />
        </Section>
      </div>
    </>
  )
}

function Controls() {
  return (
    <div className={styles.two}>
      <Part title="Buttons">
        <ButtonGroup>
          <Button>As curl</Button>
          <Button>Hold all…</Button>
          <Button kind="main">Send one…</Button>
          <Button reason="The campaign has no caller ID. Choose one under Calls from.">Test call…</Button>
        </ButtonGroup>
        <ButtonGroup>
          <Button small>Hold</Button>
          <Button small reason="The number is not on WhatsApp.">
            Send again
          </Button>
          <Button kind="word">Cancel</Button>
          <Button kind="word" small>
            Follow
          </Button>
          <Link href="/parts">A link</Link>
          <Link href="/parts" kind="button" small>
            A link as a button
          </Link>
          <Download href="/parts" fileName="parts.html">
            Download
          </Download>
          <FilePicker accept=".yaml" onText={() => undefined}>
            Choose a file…
          </FilePicker>
        </ButtonGroup>
      </Part>
      <Part title="Status marks">
        <div className={styles.marks}>
          {statuses.map(([status, word]) => (
            <StatusWord key={status} status={status}>
              {word}
            </StatusWord>
          ))}
        </div>
        <WaitSentence status="waits">
          Waits for a free slot, <b>1st of 14</b>, since 14:01:52
        </WaitSentence>
        <WaitSentence status="waits" more="No answer at 13:55 (1st of 3).">
          Tries again at <b>14:15:20</b>
        </WaitSentence>
      </Part>
    </div>
  )
}

function Lists() {
  return (
    <div className={styles.part}>
      <Tabs label="Status" tabs={sample.tabs} chosen="failed" />
      <ul className={styles.reasons}>
        {sample.reasons.map(({ count, reason, advice, code }) => (
          <li key={code} className={styles.reason}>
            <b className={styles.end}>{count}</b>
            <Link href="/parts">{reason}</Link>
            <ShareBar share={count / 88} />
            <span className={styles.small}>{advice}</span>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Table
        label="Messages"
        columns={sample.messageColumns}
        rows={sample.messages}
        keyOf={({ id }) => id}
        action={(message) => (
          <Button small reason={message.isAgain ? null : 'It would fail the same way.'}>
            Send again
          </Button>
        )}
      />
      <Pagination label="Pages" next={{ href: '/parts', label: 'Next 50' }}>
        1 to 4 of 143, newest first
      </Pagination>
      <BarChart title="Calls a day" heads={['Day', 'Calls']} bars={sample.bars} />
      <BarChart
        title="Calls a day by outcome, beside the two weeks before"
        heads={['Day', 'Calls', 'Before']}
        bars={sample.splitBars}
        parts={sample.barParts}
        openLabel="Show these"
        nowLabel="not over yet"
      />
    </div>
  )
}

const refused = new ApiError({
  status: 503,
  code: 'unavailable',
  message: 'The database does not answer',
  faults: [],
  requestId: '01935a2e-7c1a-7f04-9b1d-2e6a5c0f8d11',
  retryAfterSeconds: null,
})

function States() {
  return (
    <div className={styles.stack}>
      <Banner
        kind="fail"
        title="No worker is running: nothing is dialed since 14:03:04 New York (3 min 28 s)."
        action={<Button>Open health</Button>}
      >
        228 calls keep their places; calls under way go on. Last seen: worker on box-2, version 1.8.0. Start
        one, or ask an operator: Ines Vogt, Sam Okafor.
      </Banner>
      <Banner
        kind="wait"
        title="This page comes over plain http, so everybody in the network can read along."
      >
        An operator puts TLS in front of the service.
      </Banner>
      <div className={styles.two}>
        <Part title="Empty">
          <Empty
            next="A campaign says who speaks, when and how often."
            action={<Button>New campaign</Button>}
          >
            This project has no campaigns yet.
          </Empty>
        </Part>
        <Part title="Refused">
          <Failure error={refused} onRetry={() => undefined} />
        </Part>
      </div>
      <Part title="Loading">
        <Skeleton label="Loading" rows={3} />
      </Part>
    </div>
  )
}
