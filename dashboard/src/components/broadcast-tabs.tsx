import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Tabs } from '../ui/tabs.tsx'

/** The broadcasts of a project, and what their messages took of the plan. */
export function BroadcastTabs({ chosen }: { chosen: 'list' | 'sends' }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { place } = usePlace()
  return (
    <Tabs
      label={texts.tabs}
      chosen={chosen}
      tabs={[
        { id: 'list', label: texts.tabList, href: paths.broadcasts(place) },
        { id: 'sends', label: texts.tabSends, href: paths.sends(place) },
      ]}
    />
  )
}
