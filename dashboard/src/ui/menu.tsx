import type { ReactElement, ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'

export interface MenuEntry {
  id: string
  label: ReactNode
  /** What screen readers and typing ahead use, where the label is not plain text. */
  text?: string
  detail?: ReactNode
  href?: string
  isCurrent?: boolean
  isDisabled?: boolean
}

export interface MenuGroup {
  heading?: string
  entries: readonly MenuEntry[]
}

export interface MenuProps {
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  groups: readonly MenuGroup[]
  onChoose?: (id: string) => void
  /** Two columns, for many short entries. */
  wide?: boolean
}

/** A menu of actions or places behind a button. */
export function Menu({ label, trigger, groups, onChoose, wide = false }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover} offset={4}>
        <AriaMenu
          aria-label={label}
          className={classNames(styles.menu, wide && styles.wide)}
          onAction={(key) => onChoose?.(String(key))}
        >
          {groups.map((group, index) => (
            <MenuSection
              key={group.heading ?? index}
              className={styles.section}
              {...(group.heading === undefined ? { 'aria-label': label } : {})}
            >
              {group.heading !== undefined && <Header className={styles.heading}>{group.heading}</Header>}
              {group.entries.map((entry) => (
                <Entry key={entry.id} {...entry} />
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function Entry({ id, label, text, detail, href, isCurrent = false, isDisabled = false }: MenuEntry) {
  return (
    <AriaMenuItem
      id={id}
      className={styles.entry}
      textValue={text ?? (typeof label === 'string' ? label : id)}
      isDisabled={isDisabled}
      {...(href === undefined ? {} : { href })}
      {...(isCurrent ? { 'data-current': '' } : {})}
    >
      <span className={isCurrent ? styles.current : undefined}>{label}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </AriaMenuItem>
  )
}
