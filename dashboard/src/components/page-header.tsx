import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Link } from '../ui/link.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  /** The page's first line: a name, or the sentence that says what is. */
  title: ReactNode
  /** For the browser's tab, where the title is not plain text. */
  tabTitle?: string
  status?: Status
  /** One or two sentences. */
  lead?: ReactNode
  crumbs?: readonly { label: ReactNode; href?: string }[]
  /** The id of the record, which `c` copies. */
  id?: { name: string; value: string }
  actions?: ReactNode
}

/** Keeps the room of a lead that is not known yet, so that the page below stays where it is. */
export const leadToCome = '\u00a0'

/** The head of a page: the way here, its first sentence, and what can be done. */
export function PageHeader({ title, tabTitle, status, lead, crumbs, id, actions }: PageHeaderProps) {
  const { common } = useMessages()
  const text = tabTitle ?? (typeof title === 'string' ? title : null)
  useEffect(() => {
    document.title = text === null ? common.product : `${text} · ${common.product}`
  }, [text, common.product])
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnArrival(heading)
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        {crumbs !== undefined && <Crumbs crumbs={crumbs} />}
        <div className={status === undefined ? undefined : styles.marked}>
          {status !== undefined && <StatusMark status={status} />}
          <div>
            <h1 ref={heading} className={styles.title} tabIndex={-1}>
              {title}
            </h1>
            {lead !== undefined && <div className={styles.lead}>{lead}</div>}
            {id !== undefined && (
              <div className={styles.id}>
                <bdi>{id.name}</bdi> <CopyId value={id.value} label={id.name} />
              </div>
            )}
          </div>
        </div>
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/**
 * Shows the top of another page when it has come, and moves the focus to its title, so that the keyboard goes on there
 * and a screen reader says where it is. A page that puts it into a field, a dialog, and the first page keep it where it
 * is.
 */
function useFocusOnArrival(heading: RefObject<HTMLHeadingElement | null>): void {
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const isFirst = useRef(key === 'default')
  const cameBack = useRef(isBack)
  useEffect(() => {
    isFirst.current &&= key === 'default'
    cameBack.current = isBack
  })
  useEffect(() => {
    if (isFirst.current) return
    // Going back, the browser knows where the page was scrolled to.
    if (!cameBack.current) scrollTo(0, 0)
    // A dialog that has led here gives the focus back to what opened it, a moment after it has closed.
    const timers = [0, 150].map((ms) =>
      setTimeout(() => {
        const active = document.activeElement
        const isPlaced = active?.closest('main, [role="dialog"], [role="alertdialog"]') != null
        if (!isPlaced || active.matches('main')) heading.current?.focus({ preventScroll: true })
      }, ms),
    )
    return () => timers.forEach(clearTimeout)
    // Only the path decides: filters, tabs and dialogs keep focus and scrolling, also the first one and the way back.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [heading, pathname])
}

function Crumbs({ crumbs }: { crumbs: NonNullable<PageHeaderProps['crumbs']> }) {
  const { common } = useMessages()
  return (
    <nav aria-label={common.crumbs}>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={index}>
            {crumb.href === undefined ? (
              <span aria-current="page">{crumb.label}</span>
            ) : (
              <Link kind="plain" href={crumb.href}>
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
