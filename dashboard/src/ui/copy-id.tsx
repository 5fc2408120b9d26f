import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from './copy-text.ts'
import { useUiTexts } from './ui-texts.ts'
import styles from './copy-id.module.css'

export interface CopyIdProps {
  value: string
  /** What it is, for screen readers: "campaign_queue_id". */
  label: string
  /** A shorter form to show, where there is little room and the page has the whole elsewhere. */
  shown?: string
}

const saidMs = 2_000

/** An id with the sign to copy it; the whole is the button. Where nothing may copy, the id is selected instead. */
export function CopyId({ value, label, shown = value }: CopyIdProps) {
  const texts = useUiTexts()
  const text = useRef<HTMLElement>(null)
  const [said, say] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    const isCopied = await copyText(value)
    if (!isCopied && text.current !== null) getSelection()?.selectAllChildren(text.current)
    say(isCopied ? 'copied' : 'failed')
    setTimeout(() => say(null), saidMs)
  }
  const Sign = said === 'copied' ? Check : Copy
  return (
    <span className={styles.frame}>
      <button
        type="button"
        className={styles.id}
        data-copy={value}
        aria-label={`${texts.copy} ${label} ${value}`}
        onClick={() => void copy()}
      >
        <bdi ref={text} dir="ltr">
          {shown}
        </bdi>
        <Sign size={12} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span role="status" className={styles.said}>
        {said === null ? '' : said === 'copied' ? texts.copied : texts.copyFailed}
      </span>
    </span>
  )
}
