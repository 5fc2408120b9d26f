import { useId, useState } from 'react'
import { Link } from 'react-aria-components/Link'
import { Button } from './button.tsx'
import styles from './bar-chart.module.css'
import { useUiTexts } from './ui-texts.ts'

export interface Bar {
  id: string
  /** "Mon 16 Nov". */
  label: string
  value: number
  /** As the reader's language writes it. */
  shown: string
  /** The list that it counts. */
  href?: string
  /** The span that isn't over yet. */
  isNow?: boolean
}

export interface BarChartProps {
  title: string
  heads: [label: string, value: string]
  /** At most 366. */
  bars: readonly Bar[]
}

const height = 120

/** Bars over time, drawn from the same figures as the table that it can be shown as. */
export function BarChart({ title, heads, bars }: BarChartProps) {
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
      {isTable ? <AsTable heads={heads} bars={bars} title={title} /> : <AsBars bars={bars} title={title} />}
    </figure>
  )
}

function AsBars({ bars, title }: { bars: readonly Bar[]; title: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const first = bars[0]
  const last = bars.at(-1)
  const highest = bars.find(({ value }) => value === most)
  const width = 100 / Math.max(1, bars.length)
  return (
    <>
      <div className={styles.most} aria-hidden="true">
        {highest?.shown}
      </div>
      <svg className={styles.bars} width="100%" height={height} role="img" aria-label={title}>
        <line className={styles.grid} x1="0" x2="100%" y1="0.5" y2="0.5" />
        {bars.map((bar, index) => {
          const tall = (bar.value / most) * (height - 1)
          return (
            <rect
              key={bar.id}
              className={bar.isNow ? styles.nowBar : styles.bar}
              x={`${index * width + width * 0.15}%`}
              width={`${width * 0.7}%`}
              y={height - tall}
              height={tall}
            >
              <title>{`${bar.label}: ${bar.shown}`}</title>
            </rect>
          )
        })}
        <line className={styles.base} x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{first?.label}</span>
        {bars.length > 1 && <span>{last?.label}</span>}
      </div>
    </>
  )
}

function AsTable({ heads, bars, title }: BarChartProps) {
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.id}>
            <th scope="row">
              {bar.href === undefined ? bar.label : <Link href={bar.href}>{bar.label}</Link>}
            </th>
            <td>{bar.shown}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How much of a whole one row has: a thin bar in gray, beside its figure. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg className={styles.share} height="4" width="100%" aria-hidden="true">
      <rect width={`${Math.max(0, Math.min(1, share)) * 100}%`} height="4" />
    </svg>
  )
}
