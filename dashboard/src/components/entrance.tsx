import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { Logo } from './logo.tsx'
import styles from './entrance.module.css'

/** The page of somebody who is not signed in yet: one column. */
export function Entrance({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  const { common } = useMessages()
  useEffect(() => {
    document.title = `${title} · ${common.product}`
  }, [title, common.product])
  return (
    <main className={styles.entrance}>
      <div className={styles.brand}>
        <Logo />
        <b>{common.product}</b>
      </div>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </main>
  )
}
