import type { ComponentProps, RefObject } from 'react'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection } from 'react-aria-components/Menu'
import type { MenuItemProps } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import type { MenuEntry, MenuProps } from './menu.tsx'
import styles from './menu.module.css'

interface MenuListProps extends Omit<MenuProps, 'trigger'> {
  triggerRef: RefObject<HTMLButtonElement | null>
  /** Where the focus begins. */
  begin: 'first' | 'last'
  onClose: () => void
}

/** The entries of an open menu, below its button. */
export function MenuList({
  label,
  groups,
  onChoose,
  wide = false,
  triggerRef,
  begin,
  onClose,
}: MenuListProps) {
  const off = new Set(
    groups.flatMap(({ entries }) => entries.filter(({ reason }) => reason != null)).map(({ id }) => id),
  )
  return (
    <Popover
      className={styles.popover}
      offset={4}
      placement="bottom start"
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      aria-label={label}
    >
      <AriaMenu
        aria-label={label}
        className={classNames(styles.menu, wide && styles.wide)}
        autoFocus={begin}
        onAction={(key) => !off.has(String(key)) && onChoose?.(String(key))}
        onClose={onClose}
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
  )
}

/** The keyboard reaches it, so that the reason is read. */
const drawnAsOff: NonNullable<MenuItemProps['render']> = (dom) => (
  <div {...(dom as ComponentProps<'div'>)} aria-disabled />
)

function Entry({ id, label, text, detail, href, isCurrent = false, reason = null }: MenuEntry) {
  return (
    <AriaMenuItem
      id={id}
      className={styles.entry}
      textValue={text ?? (typeof label === 'string' ? label : id)}
      {...(href === undefined ? {} : { href })}
      {...(isCurrent ? { 'data-current': '' } : {})}
      {...(reason === null ? {} : { shouldCloseOnSelect: false, render: drawnAsOff })}
    >
      <span className={isCurrent ? styles.current : undefined}>{label}</span>
      {(reason ?? detail) !== undefined && <span className={styles.detail}>{reason ?? detail}</span>}
    </AriaMenuItem>
  )
}
