import { use } from 'react'
import { useMedia } from '../hooks/use-media.ts'
import { classNames } from '../ui/class-names.ts'
import { FindButton } from './find-button.tsx'
import { FindContext } from './find-context.ts'
import { PasteButton } from './paste-button.tsx'
import styles from './find.module.css'

/** Where the top bar has no field that finds: one, and a button that pastes into it. */
export function FindRow() {
  const find = use(FindContext)
  const isNarrow = useMedia('(width < 1024px)')
  if (!isNarrow) return null
  return (
    <div className={classNames(styles.row, styles.onPage)}>
      <FindButton onPress={() => find()} />
      <PasteButton onPaste={find} />
    </div>
  )
}
