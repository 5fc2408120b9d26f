import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { partFill, PartPatterns } from './bar-patterns.tsx'
import { Button } from './button.tsx'
import { Link } from './link.tsx'
import { useUiTexts } from './ui-texts.ts'
import styles from './bar-chart.module.css'

/** A figure of a bar: its height, and how the reader's language writes it. */
export interface BarFigure {
  value: number
  shown: string
}

export interface Bar extends BarFigure {
  id: string
  /** "Mon 16 Nov". */
  label: string
  /** The list that it counts. */
  href?: string | undefined
  /** The span that isn't over yet. */
  isNow?: boolean
  /** The same of the span before: a line across the bar. */
  before?: (BarFigure & { label: string }) | undefined
  /** What the bar is made of, in the order of the chart's parts. */
  parts?: readonly (BarFigure & { href?: string | undefined })[]
}

/** What all bars are made of. */
export interface ChartPart {
  id: string
  label: ReactNode
  shown: string
  /** From 0 to 1. */
  share: number
  href?: string | undefined
}

export interface BarChartProps {
  /** The sentence that says what the figure shows. */
  title: string
  heads: [label: string, value: string, before?: string]
  /** At most 366. */
  bars: readonly Bar[]
  parts?: readonly ChartPart[]
  /** The words of the link to the list of one bar: "Show these". */
  openLabel?: string
  /** Said of the bar that isn't over yet. */
  nowLabel?: string
  /** Stands between the words of a bar. */
  comma?: string
  height?: number
}

/**
 * Bars over time, drawn from the same figures as the table that it can be shown as. The chart is one control: arrow
 * keys, a pointer or a finger choose a bar, which is read below it; Enter, or a second press, opens the list that it
 * counts.
 */
export function BarChart(props: BarChartProps) {
  const { title, parts = [] } = props
  const texts = useUiTexts()
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <span id={id} className={styles.title}>
          {title}
        </span>
        <Button kind="word" small onPress={() => setTable(!isTable)}>
          {isTable ? texts.showAsChart : texts.showAsTable}
        </Button>
      </figcaption>
      {isTable ? <AsTable {...props} /> : <AsBars {...props} />}
      {!isTable && parts.length > 0 && <Legend parts={parts} />}
    </figure>
  )
}

function AsBars({ bars, title, openLabel, nowLabel, comma = ', ', height = 120 }: BarChartProps) {
  const [at, choose] = useState<number | null>(null)
  const link = useRef<HTMLSpanElement>(null)
  const chosen = Math.min(at ?? bars.length - 1, bars.length - 1)
  const bar = bars[chosen]
  const follow = () => link.current?.querySelector('a')?.click()
  if (bar === undefined) return null
  const indexOf = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / Math.max(1, width)) * bars.length)
    const bounded = Math.min(Math.max(index, 0), bars.length - 1)
    return isMirrored(currentTarget) ? bars.length - 1 - bounded : bounded
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forth = isMirrored(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight'
    const next = {
      [forth]: chosen + 1,
      [forth === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft']: chosen - 1,
      ArrowUp: chosen + 1,
      ArrowDown: chosen - 1,
      Home: 0,
      End: bars.length - 1,
    }[event.key]
    if (event.key === 'Enter') follow()
    else if (next === undefined) return
    else choose(Math.min(Math.max(next, 0), bars.length - 1))
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.most} aria-hidden="true">
        <bdi>{shownMost(bars)}</bdi>
      </div>
      <div
        role="slider"
        tabIndex={0}
        className={styles.slider}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={[readingOf(bar), bar.isNow === true ? nowLabel : undefined]
          .filter(Boolean)
          .join(comma)}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => event.pointerType === 'mouse' && choose(indexOf(event))}
        onPointerUp={(event) => {
          if (event.button !== 0) return
          const index = indexOf(event)
          // The bar that is shown from the start was chosen by nobody: a first tap reads it.
          if (index === at) follow()
          else choose(index)
        }}
      >
        <Drawing bars={bars} height={height} chosen={chosen} />
      </div>
      <div className={styles.ends} aria-hidden="true">
        <bdi>{bars[0]?.label}</bdi>
        {bars.length > 1 && <bdi>{bars.at(-1)?.label}</bdi>}
      </div>
      <div className={styles.reading}>
        <span aria-hidden="true">
          <bdi>{bar.label}</bdi>:{' '}
          <b>
            <bdi>{bar.shown}</bdi>
          </b>
          {bar.before !== undefined && (
            <>
              {' '}
              (<bdi>{bar.before.label}</bdi>: <bdi>{bar.before.shown}</bdi>)
            </>
          )}
          {bar.isNow === true && nowLabel !== undefined && `${comma}${nowLabel}`}
        </span>
        {bar.href !== undefined && openLabel !== undefined && (
          <span ref={link}>
            <Link small href={bar.href} aria-label={`${openLabel}: ${bar.label}${comma}${bar.shown}`}>
              {openLabel}
            </Link>
          </span>
        )}
      </div>
    </>
  )
}

function readingOf({ label, shown, before }: Bar): string {
  return before === undefined ? `${label}: ${shown}` : `${label}: ${shown} (${before.label}: ${before.shown})`
}

function isMirrored(element: HTMLElement): boolean {
  return getComputedStyle(element).direction === 'rtl'
}

/** The figure at the top line: the highest of both spans. */
function shownMost(bars: readonly Bar[]): string | undefined {
  const all = bars.flatMap((bar): BarFigure[] => (bar.before === undefined ? [bar] : [bar, bar.before]))
  const most = Math.max(...all.map(({ value }) => value))
  return all.find(({ value }) => value === most)?.shown
}

function Drawing({ bars, height, chosen }: { bars: readonly Bar[]; height: number; chosen: number }) {
  const patterns = useId()
  const most = Math.max(1e-9, ...bars.flatMap(({ value, before }) => [value, before?.value ?? 0]))
  const width = 100 / Math.max(1, bars.length)
  const tall = (value: number) => Math.max(0, (value / most) * (height - 1))
  return (
    <svg className={styles.bars} width="100%" height={height} aria-hidden="true">
      <PartPatterns id={patterns} />
      <rect className={styles.chosen} x={`${chosen * width}%`} width={`${width}%`} y="0" height={height} />
      <line className={styles.grid} x1="0" x2="100%" y1="0.5" y2="0.5" />
      {bars.map((bar, index) => {
        const place = { x: `${index * width + width * 0.15}%`, width: `${width * 0.7}%` }
        const whole = { ...place, y: height - tall(bar.value), height: tall(bar.value) }
        return (
          <g key={bar.id}>
            {bar.parts === undefined ? (
              <rect className={bar.isNow === true ? styles.nowBar : styles.bar} {...whole} />
            ) : (
              <>
                {stacked(bar.parts).map(({ from, value }, part) =>
                  value === 0 ? null : (
                    <rect
                      key={part}
                      className={styles.part}
                      fill={partFill(patterns, part)}
                      {...place}
                      y={height - tall(from + value)}
                      height={tall(value)}
                    />
                  ),
                )}
                {bar.isNow === true && <rect className={styles.nowBar} {...whole} />}
              </>
            )}
            {bar.before !== undefined && (
              <line
                className={styles.before}
                x1={`${index * width}%`}
                x2={`${(index + 1) * width}%`}
                y1={height - tall(bar.before.value)}
                y2={height - tall(bar.before.value)}
              />
            )}
          </g>
        )
      })}
      <line className={styles.base} x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
    </svg>
  )
}

function stacked(parts: readonly BarFigure[]): { from: number; value: number }[] {
  let from = 0
  return parts.map(({ value }) => {
    const part = { from, value }
    from += value
    return part
  })
}

/** What the bars are made of, with the share of each. */
function Legend({ parts }: { parts: readonly ChartPart[] }) {
  const patterns = useId()
  return (
    <ul className={styles.legend}>
      {parts.map(({ id, label, shown, share, href }, index) => (
        <li key={id} className={styles.legendLine}>
          <svg width="12" height="12" aria-hidden="true">
            <PartPatterns id={patterns} />
            <rect className={styles.swatch} width="12" height="12" fill={partFill(patterns, index)} />
          </svg>
          <span className={styles.legendName}>
            {href === undefined ? label : <Link href={href}>{label}</Link>}
          </span>
          <ShareBar share={share} />
          <span className={styles.legendShown}>{shown}</span>
        </li>
      ))}
    </ul>
  )
}

function AsTable({ heads, bars, title, parts = [], nowLabel }: BarChartProps) {
  const [label, value, before] = heads
  return (
    // Scrolls by itself where it has many columns, and can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">{value}</th>
            {before !== undefined && <th scope="col">{before}</th>}
            {parts.map((part) => (
              <th key={part.id} scope="col">
                {part.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <th scope="row">
                {bar.href === undefined ? (
                  <bdi>{bar.label}</bdi>
                ) : (
                  <Link href={bar.href}>
                    <bdi>{bar.label}</bdi>
                  </Link>
                )}
                {bar.isNow === true && nowLabel !== undefined && (
                  <span className={styles.note}> {nowLabel}</span>
                )}
              </th>
              <td>
                <bdi>{bar.shown}</bdi>
              </td>
              {before !== undefined && (
                <td>
                  <bdi>{bar.before?.shown}</bdi>
                </td>
              )}
              {parts.map((part, index) => (
                <td key={part.id}>
                  <PartCell part={bar.parts?.[index]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PartCell({ part }: { part: (BarFigure & { href?: string | undefined }) | undefined }) {
  if (part === undefined) return null
  return part.href === undefined || part.value === 0 ? part.shown : <Link href={part.href}>{part.shown}</Link>
}

/** How much of a whole one row has: a thin bar in gray, beside its figure; `ofWhole` draws the whole behind it. */
export function ShareBar({ share, ofWhole = false }: { share: number; ofWhole?: boolean }) {
  return (
    <svg className={styles.share} height="4" width="100%" aria-hidden="true">
      {ofWhole && <rect className={styles.whole} width="100%" height="4" />}
      <rect width={`${Math.max(0, Math.min(1, share)) * 100}%`} height="4" />
    </svg>
  )
}
