import { useState } from 'react'
import type { Operation } from '../api/operations.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { CurlDialog } from './as-curl.tsx'
import type { AsCurlProps } from './as-curl.tsx'

export interface MoreAction {
  label: string
  /** Why it can't be done. */
  reason?: string | null
  onChoose: () => void
}

interface MoreActionsProps<Name extends Operation> {
  /** What can be done besides the buttons before it, the most frequent first. */
  actions: readonly MoreAction[]
  /** The request behind the page, whose curl command is the last entry. */
  curl: AsCurlProps<Name>
}

/** The rest of what can be done on a page, so that its head has two rows on a phone. */
export function MoreActions<Name extends Operation>({ actions, curl }: MoreActionsProps<Name>) {
  const { common, shell } = useMessages('shell')
  const [isCurl, showCurl] = useState(false)
  const all: readonly MoreAction[] = [...actions, { label: common.asCurl, onChoose: () => showCurl(true) }]
  return (
    <>
      <Menu
        label={shell.moreActions}
        trigger={<Button aria-label={shell.moreActions}>{shell.more}</Button>}
        groups={[{ entries: all.map(({ label, reason = null }) => ({ id: label, label, reason })) }]}
        onChoose={(id) => all.find(({ label }) => label === id)?.onChoose()}
      />
      <CurlDialog {...curl} isOpen={isCurl} onClose={() => showCurl(false)} />
    </>
  )
}
