import { formatPercent } from '../format/number.ts'
import { useMessages } from '../messages/use-messages.ts'

/** Returns how a figure of what is over compares with that of the span before, in words. */
export function useCompared(): (now: number, before: number) => string {
  const { analytics: texts, locale } = useMessages('analytics')
  return (now, before) => {
    if (before === 0) return texts.noneBefore
    const share = now / before - 1
    // Less than half a thousandth would read "0 %".
    if (Math.abs(share) < 0.000_5) return texts.asMany
    const words = formatPercent(Math.abs(share), locale)
    return share > 0 ? texts.more(words) : texts.less(words)
  }
}
