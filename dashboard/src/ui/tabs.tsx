import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { classNames } from './class-names.ts'
import { StatusMark } from './status-mark.tsx'
import type { Status } from './status-mark.tsx'
import styles from './tabs.module.css'

export interface Tab {
  id: string
  label: ReactNode
  /** The address of the tab: what is chosen is part of the page's address. */
  href: string
  /** As the reader's language writes it. With a count, the tabs are those of a status. */
  count?: string
  status?: Status
}

export interface TabsProps {
  label: string
  tabs: readonly Tab[]
  chosen: string
}

const inView = { block: 'nearest', inline: 'nearest' } as const

/** Tabs that are links. They scroll sideways, and the chosen one is brought into view. */
export function Tabs({ label, tabs, chosen }: TabsProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${CSS.escape(chosen)}"]`)?.scrollIntoView(inView)
  }, [chosen])
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul ref={list} className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.id} data-tab={tab.id}>
            <Link
              href={tab.href}
              className={classNames(styles.tab, tab.count !== undefined && styles.counted)}
              {...(tab.id === chosen ? { 'aria-current': 'page' as const } : {})}
            >
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
              <span className={styles.name}>
                {tab.status !== undefined && <StatusMark status={tab.status} />}
                {tab.label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
