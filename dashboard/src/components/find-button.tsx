import { useMessages } from '../messages/use-messages.ts'
import styles from './find.module.css'

/** Looks like a field, and opens the dialog that finds. */
export function FindButton({ onPress }: { onPress: () => void }) {
  const { shell } = useMessages('shell')
  return (
    <button type="button" className={styles.button} onClick={onPress}>
      <span>{shell.findLabel}</span>
      <kbd className={styles.key}>/</kbd>
    </button>
  )
}
