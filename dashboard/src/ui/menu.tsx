import { Suspense, cloneElement, lazy, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactElement, ReactNode, Ref } from 'react'
import { whenIdle } from './when-idle.ts'

export interface MenuEntry {
  id: string
  label: ReactNode
  /** What screen readers and typing ahead use, where the label is not plain text. */
  text?: string
  detail?: ReactNode
  href?: string
  isCurrent?: boolean
  /** Why it can't be chosen. It stays in the order of focus and says so. */
  reason?: string | null
}

export interface MenuGroup {
  heading?: string
  entries: readonly MenuEntry[]
}

interface TriggerProps {
  ref?: Ref<HTMLButtonElement>
  onPress?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

export interface MenuProps {
  label: string
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>
  groups: readonly MenuGroup[]
  onChoose?: (id: string) => void
  /** Two columns, for many short entries. */
  wide?: boolean
}

/** A menu is 24 KB that no page shows before it is pressed, so it comes once the page is there. */
const load = () => import('./menu-list.tsx')
const MenuList = lazy(async () => ({ default: (await load()).MenuList }))

/** A menu of actions or places behind a button. The arrow keys open it too. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [begin, open] = useState<'first' | 'last' | null>(null)
  useEffect(() => whenIdle(() => void load()), [])
  const isOpen = begin !== null
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        onPress: () => open(isOpen ? null : 'first'),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open(event.key === 'ArrowDown' ? 'first' : 'last')
        },
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
      })}
      <Suspense>
        {isOpen && <MenuList {...menu} triggerRef={button} begin={begin} onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}
