import type { ReactNode } from 'react'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ShareBar } from '../ui/bar-chart.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import styles from './plan-use.module.css'

/** From this part on, a plan is nearly used. The server decides what home says of it. */
const nearlyUsed = 0.8

/** How much of a plan is used: the figures, a bar, and a word where it runs out. */
export function PlanUse({ used, of }: { used: number; of: number }) {
  const { settings: texts, locale } = useMessages('settings')
  const { number } = useFormats('UTC')
  const share = of === 0 ? 1 : used / of
  return (
    <span className={styles.use}>
      <span>
        <bdi>{texts.used(number(used), number(of))}</bdi>
      </span>
      <ShareBar share={share} ofWhole />
      <span className={styles.word}>{wordOf(share, () => texts.left(number(of - used)), texts, locale)}</span>
    </span>
  )
}

function wordOf(
  share: number,
  left: () => string,
  { allUsed, nearly }: { allUsed: string; nearly: string },
  locale: string,
): ReactNode {
  if (share >= 1) return <StatusWord status="failed">{allUsed}</StatusWord>
  if (share >= nearlyUsed)
    return (
      <StatusWord status="waits">
        {nearly}
        {comma(locale)}
        {left()}
      </StatusWord>
    )
  return left()
}
