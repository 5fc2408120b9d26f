import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { StatusMark } from './status-mark.tsx'
import styles from './banner.module.css'

export interface BannerProps {
  kind: 'fail' | 'wait'
  /** What, and since when. */
  title: ReactNode
  /** What it means, and who can mend it. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** Says over the whole width what is wrong with everything below. One at a time. */
export function Banner({ kind, title, children, action }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[kind])} role={kind === 'fail' ? 'alert' : 'status'}>
      <StatusMark status={kind === 'fail' ? 'failed' : 'unknown'} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children !== undefined && <p className={styles.more}>{children}</p>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
