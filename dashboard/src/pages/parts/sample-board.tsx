import { useState } from 'react'
import { Board, BoardGroup, BoardLine, BoardLines, BoardList } from '../../ui/board.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Slots } from '../../ui/slots.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { at, boardAxis } from './samples.tsx'

const now = '14:06:32'
const talks: [number: string, name: string, from: string, time: string, sentence: string][] = [
  ['+1 212 555 0143', 'Maria Delgado', '14:04:10', '2:22', 'Speaking since 14:04:10, 2nd attempt'],
  ['+1 646 555 0178', 'Owen Price', '13:58:41', '7:51', 'Speaking since 13:58:41'],
  ['+1 917 555 0112', 'Lena Hartmann', '14:00:07', '6:25', 'Speaking since 14:00:07'],
]
const waits: [number: string, name: string, from: string, time: string, place: string][] = [
  ['+1 646 555 0126', 'Hugo Brandt', '14:01:52', '4:40', '1st of 14'],
  ['+1 212 555 0188', 'Dana Whitfield', '14:02:01', '4:31', '2nd of 14'],
  ['+1 917 555 0149', 'Marco Bellini', '14:02:10', '4:22', '3rd of 14'],
]

/** The live page's board with made-up calls. */
export function SampleBoard() {
  const [isOpen, setOpen] = useState(true)
  return (
    <Board
      label="Live"
      heads={{ who: 'Campaign, hours', slots: 'Slots in use', waiting: 'Waiting', why: 'Why' }}
    >
      <BoardGroup
        name="Autumn renewals"
        hours="Open until 18:00 New York"
        slots={<Slots used={8} of={8} label="8 of 8" />}
        slotsLabel="slots in use."
        waiting="16"
        waitingLabel="waiting"
        why="14 for a free slot, 2 to try again"
        whyMore="Oldest since 14:01:52. About 9 min for the last, as calls go today."
        action={<Button small>Hold</Button>}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        toggleLabel="Calls of Autumn renewals"
      >
        <SampleLines />
      </BoardGroup>
      <OtherGroups />
    </Board>
  )
}

function SampleLines() {
  const follow = (
    <Link small href="/parts">
      Follow
    </Link>
  )
  const cancel = (
    <Button kind="word" small>
      Cancel
    </Button>
  )
  return (
    <BoardLines
      axis={boardAxis}
      unit="min:s"
      summary={
        <>
          <b>8</b> under way, <b>16</b> waiting
        </>
      }
      rest={{
        what: (
          <Link small href="/parts">
            10 more that wait
          </Link>
        ),
        why: 'all for a free slot, since 14:02:51 to 14:06:20',
      }}
    >
      <BoardList label="Under way">
        {talks.map(([number, name, from, time, sentence]) => (
          <BoardLine
            key={number}
            status="live"
            number={<SampleLink number={number} />}
            name={<bdi>{name}</bdi>}
            stretches={[
              { kind: 'rings', from: at(from) - 14_000, to: at(from) },
              { kind: 'speaks', from: at(from), to: at(now) },
            ]}
            time={time}
            sentence={sentence}
            action={follow}
          />
        ))}
        <BoardLine
          status="rings"
          number={<SampleLink number="+1 929 555 0104" />}
          name="Amira Haddad"
          stretches={[{ kind: 'rings', from: at('14:05:30'), to: at(now) }]}
          time="0:15"
          sentence="Rings since 14:06:17"
          action={follow}
        />
      </BoardList>
      <BoardList label="Waiting">
        {waits.map(([number, name, from, time, place]) => (
          <BoardLine
            key={number}
            status="waits"
            number={<SampleLink number={number} />}
            name={<bdi>{name}</bdi>}
            stretches={[{ kind: 'waits', from: at(from), to: at(now) }]}
            points={[{ at: at(from) }]}
            time={time}
            sentence={
              <>
                Waits for a free slot, <b>{place}</b>, since {from}
              </>
            }
            action={cancel}
          />
        ))}
        <BoardLine
          status="waits"
          number={<SampleLink number="+1 718 555 0115" />}
          name="Kenji Mori"
          stretches={[{ kind: 'waits', from: boardAxis.from, to: at('14:15:20') }]}
          points={[{ at: at('14:15:20') }]}
          time="11:12"
          sentence={
            <>
              Tries again at <b>14:15:20</b>: no answer at 13:55 (1st of 3)
            </>
          }
          action={cancel}
        />
      </BoardList>
    </BoardLines>
  )
}

function SampleLink({ number }: { number: string }) {
  return (
    <Link href="/parts">
      <bdi>{number}</bdi>
    </Link>
  )
}

function OtherGroups() {
  const closed = { isOpen: false, onToggle: () => undefined, waitingLabel: 'waiting' }
  return (
    <>
      <BoardGroup
        {...closed}
        name="Installation reminders"
        hours={
          <>
            <StatusMark status="closed" small /> Closed, opens Tue 24 Nov, 09:00 Chicago
          </>
        }
        slots={<Slots used={0} of={12} label="0 of 12" />}
        slotsLabel="slots in use."
        waiting="168"
        why="Outside calling hours"
        whyMore="First dial Tue 24 Nov, 09:00 Chicago, in 19 h 53 min."
        action={<Button small>Hold</Button>}
        toggleLabel="Calls of Installation reminders"
      />
      <BoardGroup
        {...closed}
        name="Win-back Q4"
        hours={
          <>
            <StatusMark status="held" small /> On hold by Sam Okafor since 11:40
          </>
        }
        slots={<Slots used={11} of={60} label="11 of 60" />}
        slotsLabel="slots in use."
        waiting="27"
        why="On hold until somebody releases it"
        whyMore="11 calls under way go on."
        action={<Button small>Release</Button>}
        toggleLabel="Calls of Win-back Q4"
      />
    </>
  )
}
