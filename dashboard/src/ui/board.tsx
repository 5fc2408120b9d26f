import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { StatusMark } from './status-mark.tsx'
import type { Status } from './status-mark.tsx'
import { AxisLabels, AxisLines, AxisProvider, Track } from './track.tsx'
import type { Axis, Point, Stretch } from './track.tsx'
import { useUiTexts } from './ui-texts.ts'
import styles from './board.module.css'

export interface BoardProps {
  label: string
  heads: { who: string; slots: string; waiting: string; why: string }
  children: ReactNode
}

/** The exchange board: campaigns, and the calls of each, in the same columns. */
export function Board({ label, heads, children }: BoardProps) {
  return (
    <section aria-label={label} className={styles.board}>
      <div className={styles.heads} aria-hidden="true">
        <span />
        <span>{heads.who}</span>
        <span>{heads.slots}</span>
        <span className={styles.end}>{heads.waiting}</span>
        <span>{heads.why}</span>
        <span />
      </div>
      {children}
    </section>
  )
}

export interface BoardGroupProps {
  name: ReactNode
  /** Second line below the name: the hours, or that it is held. */
  hours: ReactNode
  slots: ReactNode
  /** Words after the slots for screen readers, such as "slots in use". */
  slotsLabel: string
  waiting: ReactNode
  /** Words after the figure for screen readers, such as "waiting". */
  waitingLabel: string
  why: ReactNode
  whyMore?: ReactNode
  action: ReactNode
  /** Why the action failed. */
  fault?: ReactNode
  isOpen: boolean
  onToggle: () => void
  /** What the button that unfolds is called: "Calls of Autumn renewals". */
  toggleLabel: string
  /** Shown when it is open. */
  children?: ReactNode
}

/** A campaign on the board: one line of two, which unfolds into its calls. */
export function BoardGroup(props: BoardGroupProps) {
  const { name, hours, slots, slotsLabel, waiting, waitingLabel, why, whyMore, action, isOpen, onToggle } =
    props
  const id = useId()
  const Sign = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={styles.group}>
      <div className={styles.summary}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={props.toggleLabel}
          onClick={onToggle}
        >
          <Sign className={styles.sign} size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <div className={styles.who}>
          <h2 className={styles.name}>{name}</h2>
          <div className={styles.second}>{hours}</div>
        </div>
        <div className={styles.slots}>
          {slots}
          <span className={styles.spoken}> {slotsLabel}</span>
        </div>
        <div className={styles.waiting}>
          {waiting}
          <span className={styles.spoken}> {waitingLabel}</span>
        </div>
        <div className={styles.why}>
          <div>{why}</div>
          {whyMore !== undefined && <div className={styles.second}>{whyMore}</div>}
        </div>
        <div className={styles.action}>{action}</div>
      </div>
      {props.fault !== undefined && <div className={styles.fault}>{props.fault}</div>}
      <div id={id} hidden={!isOpen}>
        {isOpen && props.children}
      </div>
    </div>
  )
}

export interface BoardLinesProps {
  axis: Axis
  /** "8 under way, 16 waiting". */
  summary: ReactNode
  unit: string
  children: ReactNode
  /** Below the lines: how many more there are, and why they wait. */
  rest?: { what: ReactNode; why: ReactNode }
}

/** The calls of one campaign on one axis of time, with one line of the present through all of them. */
export function BoardLines({ axis, summary, unit, children, rest }: BoardLinesProps) {
  const texts = useUiTexts()
  return (
    <AxisProvider axis={axis}>
      <div className={styles.lines}>
        <div className={styles.axis}>
          <span className={styles.axisSummary}>{summary}</span>
          <span className={styles.axisLabels}>
            <AxisLabels nowLabel={texts.now} />
          </span>
          <span className={styles.end} aria-hidden="true">
            {unit}
          </span>
        </div>
        <div className={styles.rows}>
          <div className={styles.axisLines}>
            <AxisLines />
          </div>
          {children}
          {rest !== undefined && (
            <div className={styles.rest}>
              <span className={styles.restWhat}>{rest.what}</span>
              <span className={styles.restWhy}>{rest.why}</span>
            </div>
          )}
        </div>
      </div>
    </AxisProvider>
  )
}

/** Calls of one kind on the board: those under way, those that wait. */
export function BoardList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

export interface BoardLineProps {
  status: Status
  /** The number, which is the link. */
  number: ReactNode
  /** May be cut; the number may not. */
  name?: ReactNode
  stretches?: readonly Stretch[]
  points?: readonly Point[]
  /** How long, as "2:22". */
  time: ReactNode
  /** Never cut. */
  sentence: ReactNode
  action?: ReactNode
}

/** A call: mark, who, track of time, how long, one sentence, one action. */
export function BoardLine({
  status,
  number,
  name,
  stretches,
  points,
  time,
  sentence,
  action,
}: BoardLineProps) {
  return (
    <li className={styles.line}>
      <span className={styles.mark}>
        <StatusMark status={status} />
      </span>
      <span className={styles.person}>
        {number}
        {name !== undefined && <span className={styles.personName}>{name}</span>}
      </span>
      <span className={styles.trackCell}>
        <Track stretches={stretches ?? []} points={points ?? []} />
      </span>
      <span className={styles.time}>{time}</span>
      <span className={styles.sentence}>{sentence}</span>
      <span className={styles.lineAction}>{action}</span>
    </li>
  )
}
