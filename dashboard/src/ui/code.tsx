import { useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { useUiTexts } from './ui-texts.ts'
import styles from './code.module.css'

const saidMs = 2_000

/** Text to copy whole: a request, a key, a link. */
export function Code({ text, label }: { text: string; label: string }) {
  const texts = useUiTexts()
  const [said, say] = useState<string | null>(null)
  const copy = async () => {
    say((await copyText(text)) ? texts.copied : texts.copyFailed)
    setTimeout(() => say(null), saidMs)
  }
  return (
    <div className={styles.frame}>
      {/* Scrolls, so it can have the focus. */}
      <pre className={styles.code} dir="ltr" tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <div className={styles.actions}>
        <Button small onPress={() => void copy()} aria-label={`${texts.copy} ${label}`}>
          {texts.copy}
        </Button>
        <span role="status" className={styles.said}>
          {said}
        </span>
      </div>
    </div>
  )
}
