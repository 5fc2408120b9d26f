import { useState } from 'react'
import type { ReactNode } from 'react'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ApiError } from '../api/errors.ts'
import { useLanguage } from '../components/use-language.ts'
import { Banner } from '../ui/banner.tsx'
import { BarChart, ShareBar } from '../ui/bar-chart.tsx'
import { Button, ButtonGroup } from '../ui/button.tsx'
import { Checkbox, Switch } from '../ui/checkbox.tsx'
import { Code } from '../ui/code.tsx'
import { ComboBox } from '../ui/combo-box.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { Download, Link } from '../ui/link.tsx'
import { FlowMap } from '../ui/flow-map.tsx'
import { Menu } from '../ui/menu.tsx'
import { PhoneBubble } from '../ui/phone-bubble.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { Facts, FormSection, Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { PasswordField, TextArea, TextField } from '../ui/text-field.tsx'
import { CallTrack } from '../ui/track.tsx'
import { Timeline, Dot } from '../ui/timeline.tsx'
import { Transcript } from '../ui/transcript.tsx'
import { useToast } from '../ui/toast.tsx'
import { WaitSentence } from '../ui/wait-sentence.tsx'
import { WeekStrip } from '../ui/week-strip.tsx'
import { SampleBoard } from './parts/sample-board.tsx'
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
            <Button onPress={() => setLanguage('pseudo')}>Mirror</Button>
            <Button onPress={() => setLanguage('en')}>English</Button>
          </ButtonGroup>
        }
      />
      <SampleBoard />
      <CallPart />
      <Part title="Map">
        <FlowMap label="Map of the steps" nodes={sample.flow} />
      </Part>
      <Controls />
      <FormPart />
      <Lists />
      <States />
      <Overlays />
      <div className={styles.bar}>
        <SaveBarPart />
      </div>
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className={styles.part}>{children}</div>
    </Section>
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
        more="Nobody answered at 13:42, so it was dialled again 21 min later. If this talk breaks off, one attempt is left; Cancel gives that one up and lets the talk go on."
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

function FormPart() {
  const [slots, setSlots] = useState<number | null>(20)
  const [zone, setZone] = useState<string | null>('America/New_York')
  return (
    <div>
      <FormSection title="Speaks">
        <TextArea
          label="Script"
          hideLabel
          defaultValue={sample.script}
          hint="3 variables, all present in the last 500 calls."
        />
      </FormSection>
      <FormSection title="Calls from">
        <Select
          label="Caller ID"
          hideLabel
          choices={sample.callerIds}
          saved="checked 3 min ago, 12 calls a second"
        />
      </FormSection>
      <FormSection title="Hours" note="changed">
        <div className={styles.hours}>
          <div className={styles.stack}>
            <ComboBox label="Time zone" choices={sample.zones} value={zone} onChange={setZone} />
            <TextField
              label="From"
              width="short"
              defaultValue="17:00"
              fault="Fri 17:00 to 18:00 is in the row above already. Begin at 18:00."
            />
          </div>
          <WeekStrip
            label="Open Monday to Friday 09:00 to 18:00, Saturday 10:00 to 14:00"
            days={sample.week}
            now={846}
            legend="Hatched: closed date, Thu 26 Nov. Tall and red: the same hour twice."
          />
        </div>
      </FormSection>
      <FormSection title="At once" note="changed">
        <NumberField
          label="Slots"
          hideLabel
          unit="slots"
          value={slots}
          onChange={setSlots}
          min={1}
          saved={<>saved: 8, by Sam Okafor on Fri 20 Nov</>}
        />
      </FormSection>
      <FormSection title="Others">
        <PasswordField label="Password" hint="12 characters at least." autoComplete="new-password" />
        <TextField label="Note" optional placeholder="Empty" />
        <TextField label="Read only" readOnly defaultValue="Set by the declaration" />
        <Checkbox label="Detect answering machines" hint="Costs the carrier’s fee." defaultChecked />
        <Checkbox label="Record" fault="The carrier does not record. Take the tick away." />
        <Switch label="Show ended campaigns" defaultChecked />
        <FileDrop label="Files" pick="Choose files" accept=".pdf" onFiles={() => undefined}>
          Drop files here, or
        </FileDrop>
      </FormSection>
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
        title="No worker is running: nothing is dialled since 14:03:04 New York (3 min 28 s)."
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

function Overlays() {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  return (
    <Part title="Overlays">
      <ButtonGroup>
        <Button onPress={() => setOpen(true)}>Open a dialog…</Button>
        <Menu
          label="Sample menu"
          trigger={<Button>Open a menu</Button>}
          groups={[
            {
              heading: 'Lakeside Fiber',
              entries: [
                { id: 'one', label: 'Retention', detail: 'New York time', isCurrent: true },
                { id: 'two', label: 'Support', detail: 'Chicago time' },
              ],
            },
            { entries: [{ id: 'out', label: 'Sign out' }] },
          ]}
        />
        <Button onPress={() => toast({ status: 'held', text: 'Autumn renewals is on hold. 16 calls wait.' })}>
          Show a message
        </Button>
      </ButtonGroup>
      <Code text={sample.curl} label="curl" />
      <Dialog
        title="Hold all campaigns?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isAlert
        actions={
          <>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
            <Button kind="main" onPress={() => setOpen(false)}>
              Hold 5 campaigns
            </Button>
          </>
        }
      >
        <p>228 calls wait until you release them. 18 calls under way go on.</p>
        <TextField label="Type 228 to go on" width="short" />
      </Dialog>
    </Part>
  )
}

function SaveBarPart() {
  return (
    <SaveBar
      label="What is not saved"
      summary={
        <>
          2 changes not saved, 1 fault to mend:{' '}
          <Link small href="/parts">
            Hours, row 2
          </Link>
        </>
      }
      effects={[
        { id: 'dialled', status: 'rings', text: '12 waiting calls would be dialled at once.' },
        { id: 'rate', status: 'waits', text: 'Twilio East allows 30 calls at once; 2 would wait.' },
      ]}
      actions={
        <>
          <Button>Discard</Button>
          <Button kind="main" reason="Mend Hours, row 2.">
            Save, after 1 fault
          </Button>
        </>
      }
    />
  )
}
