import { useQuery } from '@tanstack/react-query'
import type { ConfiguredAgent } from '../../api/generated.ts'
import type { Data } from '../../api/operations.ts'
import { query } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import type { AgentValues } from '../../forms/agent/values.ts'
import { Difference, RevisionTable } from '../../forms/revisions.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { includesRole, usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import styles from '../../forms/workflow/workflow.module.css'

type Revision = Data<'listAgentRevisions'>['items'][number]

export interface AgentRevisionsProps {
  agent: ConfiguredAgent
  /** Takes the fields of a revision, to fill the form with them. */
  onFill: (fields: Partial<AgentValues>) => void
}

/** The revisions of an agent: who made them, which calls and chats they led, and how any two differ. */
export function AgentRevisions({ agent, onFill }: AgentRevisionsProps) {
  const { agents: texts, workflows } = useMessages('agents', 'workflows')
  const { ids, role } = usePlace()
  const revisions = useQuery(query('listAgentRevisions', { ...ids, agent_id: agent._id, limit: 100 }))
  return (
    <div className={styles.sections}>
      <Section title={workflows.revisions}>
        <Loaded query={revisions}>
          {({ items }) => (
            <>
              <RevisionTable
                revisions={items}
                used={{ head: texts.led, cell: (revision) => <Conversations revision={revision} /> }}
                isReadOnly={!includesRole(role, 'editor')}
                onFill={({ definition }) => onFill(fieldsOf(definition, agent))}
              />
              {items.length > 1 && <Difference key={items[0]!.revision} revisions={items} />}
            </>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

/** Returns what the form has of a revision. Which broadcasts an agent uses has no revisions, so that stays as it is. */
function fieldsOf(definition: Revision['definition'], agent: ConfiguredAgent): Partial<AgentValues> {
  const fields = definition as Partial<AgentValues>
  if (fields.whatsapp == null) return fields
  const { broadcast = '', after_window = null } = agent.whatsapp ?? {}
  return { ...fields, whatsapp: { ...fields.whatsapp, broadcast, after_window } }
}

function Conversations({
  revision: { conversations, latest_conversations: latest },
}: {
  revision: Revision
}) {
  const { agents: texts } = useMessages('agents')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const { count, is_more } = conversations
  if (count === 0) return texts.ledNone
  return (
    <>
      {texts.ledCount(formats.number(count), is_more, count)}
      <ul className={styles.links}>
        {latest.map(({ conversation_id: id, channel_type: channel, at }) => (
          <li key={id}>
            <Link small href={paths.conversation(place, id)}>
              {texts.ledAt(texts.channels[channel] ?? channel, <bdi>{formats.instant(at)}</bdi>)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
