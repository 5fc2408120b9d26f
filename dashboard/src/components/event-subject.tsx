import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import type { ProjectPlace } from '../path-builder.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Link } from '../ui/link.tsx'
import styles from './event-subject.module.css'

/** Where a record is shown that an event is about, by its kind. Others have no page. */
const pages: Record<string, (place: ProjectPlace, id: string) => string> = {
  call: paths.call,
  conversation: paths.conversation,
  profile: paths.customerProfile,
  source: paths.source,
  template: paths.template,
  sender: paths.sender,
  campaign: paths.campaign,
  webhook_endpoint: paths.webhook,
}

/** Kinds that records have under another name. */
const shownKinds: Record<string, string> = {
  profile: 'person',
  template: 'whatsapp_template',
  sender: 'whatsapp_sender',
}

/** What an event is about, as a link where that has a page. */
export function SubjectLink({ kind, id }: { kind: string; id: string }) {
  const { shell } = useMessages('shell')
  const { place } = usePlace()
  const pathOf = pages[kind]
  const word = shell.kinds[shownKinds[kind] ?? kind] ?? kind
  return (
    <span className={styles.subject}>
      {pathOf === undefined ? word : <Link href={pathOf(place, id)}>{word}</Link>}
      <CopyId value={id} label={kind} />
    </span>
  )
}
