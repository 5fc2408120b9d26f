import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './track.module.css'

/** The span of time that a track shows. Instants in milliseconds since 1970. */
export interface Axis {
  from: number
  to: number
  /** Where the line of the present stands; null: the present is not on it. */
  now: number | null
  ticks: readonly { at: number; label: string }[]
}

/** A stretch on the track: dashes while it rings, a bar while somebody speaks, dots while it waits. */
export interface Stretch {
  kind: 'rings' | 'speaks' | 'waits'
  from: number
  to: number
  /** Stretches that are over are drawn in gray. */
  isPast?: boolean
}

/** A hollow ring: where a call was queued, or when it is due. */
export interface Point {
  at: number
  isPast?: boolean
}

const AxisContext = createContext<Axis | null>(null)

/** Gives one axis to all tracks inside, so that one line of the present goes through all of them. */
export function AxisProvider({ axis, children }: { axis: Axis; children: ReactNode }) {
  return <AxisContext value={axis}>{children}</AxisContext>
}

function useAxis(): Axis {
  const axis = use(AxisContext)
  if (axis === null) throw new Error('a track stands outside of an axis')
  return axis
}

/** Returns where an instant lies, as a percentage for SVG attributes, at most the ends of the axis. */
export function placeOf(at: number, { from, to }: Axis): string {
  const share = (at - from) / Math.max(1, to - from)
  return `${(Math.min(1, Math.max(0, share)) * 100).toFixed(3)}%`
}

/**
 * One line of time. It has no text, so that it is mirrored whole from right to left; the sentence beside it says it.
 */
export function Track({
  stretches = [],
  points = [],
}: {
  stretches?: readonly Stretch[]
  points?: readonly Point[]
}) {
  const axis = useAxis()
  return (
    <svg className={styles.track} width="100%" height="24" aria-hidden="true">
      {axis.now !== null && <NowLine at={placeOf(axis.now, axis)} className={styles.ownNow} />}
      {stretches.map((stretch) => (
        <StretchLine key={`${stretch.kind}${stretch.from}`} stretch={stretch} axis={axis} />
      ))}
      {points.map((point) => (
        <circle
          key={point.at}
          className={classNames(styles.point, point.isPast && styles.past)}
          cx={placeOf(point.at, axis)}
          cy="12"
          r="4.25"
        />
      ))}
    </svg>
  )
}

/** The least length of a stretch in pixels: three dashes, or a bar. */
const least = { rings: 14, speaks: 6 }

/** Below this share of the axis a stretch may be too short to be seen. */
const shortShare = 0.04

/**
 * One stretch. Over hours, a ring of 20 seconds is less than a pixel, so a short stretch has a second line of some
 * pixels over its own: dashes before the end of the ring, a bar after the answer. SVG can't add pixels to a percentage,
 * so that line stands in a drawing of its own at that place.
 */
function StretchLine({ stretch: { kind, from, to, isPast }, axis }: { stretch: Stretch; axis: Axis }) {
  const className = classNames(styles[kind], isPast && styles.past)
  const [start, end] = [placeOf(from, axis), placeOf(to, axis)]
  const isShort = to - from < (axis.to - axis.from) * shortShare
  if (kind === 'waits' || !isShort) return <line className={className} x1={start} x2={end} y1="12" y2="12" />
  const isRing = kind === 'rings'
  const leastEnd = isRing ? -least.rings : least.speaks
  return (
    <>
      <svg className={styles.least} x={isRing ? end : start}>
        {isRing && <line className={styles.gap} x1="0" x2={leastEnd - 2} y1="12" y2="12" />}
        <line className={className} x1="0" x2={leastEnd} y1="12" y2="12" />
      </svg>
      {/* Drawn from the end too, so that the dashes of both lines meet. */}
      <line className={className} x1={isRing ? end : start} x2={isRing ? start : end} y1="12" y2="12" />
    </>
  )
}

/** The hairlines of the axis and its line of the present, behind all tracks of a board. */
export function AxisLines() {
  const axis = useAxis()
  return (
    <svg className={styles.lines} width="100%" height="100%" aria-hidden="true">
      {axis.ticks.map(({ at }) => (
        <line
          key={at}
          className={styles.tick}
          x1={placeOf(at, axis)}
          x2={placeOf(at, axis)}
          y1="0"
          y2="100%"
        />
      ))}
      {axis.now !== null && <NowLine at={placeOf(axis.now, axis)} />}
    </svg>
  )
}

function NowLine({ at, className }: { at: string; className?: string | undefined }) {
  return <line className={classNames(styles.now, className)} x1={at} x2={at} y1="0" y2="100%" />
}

/** The labels of the axis, `now` between them. Mirrored twice, so that they can be read. */
export function AxisLabels({ nowLabel }: { nowLabel: string }) {
  const axis = useAxis()
  const span = axis.to - axis.from
  const { now } = axis
  const shown = now === null ? axis.ticks : axis.ticks.filter(({ at }) => Math.abs(at - now) > span * 0.15)
  // A narrow window shows only those with room between them.
  const roomy: number[] = now === null ? [] : [now]
  for (const { at } of shown) if (roomy.every((other) => Math.abs(at - other) > span * 0.3)) roomy.push(at)
  return (
    <svg className={styles.labels} width="100%" height="16" aria-hidden="true">
      {shown.map(({ at, label }) => (
        <text
          key={at}
          className={classNames(styles.label, !roomy.includes(at) && styles.dense)}
          x={placeOf(at, axis)}
          y="12"
        >
          {label}
        </text>
      ))}
      {now !== null && (
        <text className={classNames(styles.label, styles.nowLabel)} x={placeOf(now, axis)} y="12">
          {nowLabel}
        </text>
      )}
    </svg>
  )
}

/** A track by itself over the width of the page: what a call has been doing, with a word over each stretch. */
export function CallTrack(props: {
  axis: Axis
  stretches: readonly (Stretch & { label?: string; isNow?: boolean })[]
  points?: readonly Point[]
  nowLabel: string
}) {
  const { axis, stretches, points = [], nowLabel } = props
  return (
    <AxisProvider axis={axis}>
      <div className={styles.alone}>
        <svg className={styles.labels} width="100%" height="16" aria-hidden="true">
          {stretches
            .filter(({ label }) => label !== undefined)
            .map(({ from, to, label, isNow }) => (
              <text
                key={from}
                className={classNames(styles.label, isNow && styles.nowLabel)}
                x={placeOf((from + to) / 2, axis)}
                y="12"
              >
                {label}
              </text>
            ))}
        </svg>
        <div className={styles.aloneTrack}>
          <AxisLines />
          <Track stretches={stretches} points={points} />
        </div>
        <AxisLabels nowLabel={nowLabel} />
      </div>
    </AxisProvider>
  )
}
