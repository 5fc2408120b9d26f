import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Session } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { Failure } from '../components/failure.tsx'
import { Loaded } from '../components/loaded.tsx'
import { When } from '../components/when.tsx'
import { useMe } from '../hooks/use-me.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { focusOnceGone } from '../ui/focus-once-gone.ts'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

/** The browsers in which one is signed in. */
export function Sessions() {
  const { me: texts } = useMessages('me')
  const { timezone } = useMe()
  const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const queries = useQueryClient()
  const toast = useToast()
  const sessions = useQuery(query('listSessions', { limit: 100 }))
  const ending = useMutation({
    mutationFn: ({ session }: { session: Session; others: readonly Session[] }) =>
      call('endSession', { session_id: session._id }),
    onSuccess: async (_, { others }) => {
      focusOnceGone(...others.map(({ _id }) => endId(_id)))
      toast({ status: 'done', text: texts.ended })
      await queries.invalidateQueries({ queryKey: ['listSessions'] })
    },
  })
  const nameOf = ({ user_agent }: Session) => browserOf(user_agent) ?? texts.unknownBrowser
  return (
    <Section title={texts.sessions}>
      <p className={styles.lead}>{texts.sessionsLead}</p>
      {ending.isError && <Failure error={ending.error} />}
      <Loaded query={sessions}>
        {({ items }) => (
          <Table
            label={texts.sessions}
            rows={items}
            keyOf={({ _id }) => _id}
            columns={[
              {
                id: 'browser',
                head: texts.browser,
                cell: (session) => <bdi>{nameOf(session)}</bdi>,
                second: ({ is_current }) => (is_current ? texts.thisOne : ''),
              },
              { id: 'seen', head: texts.lastSeen, cell: ({ seen_at }) => <When at={seen_at} zone={zone} /> },
            ]}
            action={(session) => (
              <Button
                small
                id={endId(session._id)}
                isPending={ending.isPending && ending.variables.session._id === session._id}
                aria-label={texts.endLabel(nameOf(session))}
                reason={session.is_current ? texts.endReason : null}
                onPress={() => ending.mutate({ session, others: nextFirst(items, session) })}
              >
                {texts.end}
              </Button>
            )}
          />
        )}
      </Loaded>
    </Section>
  )
}

/** The id of the button that ends a session. */
const endId = (id: string): string => `end-session-${id}`

/** Returns the sessions other than one: those after it, then those before it from the nearest on. */
function nextFirst(sessions: readonly Session[], session: Session): readonly Session[] {
  const at = sessions.indexOf(session)
  return [...sessions.slice(at + 1), ...sessions.slice(0, at).toReversed()]
}

/** Returns browser and system as people call them: "Firefox, Linux". */
function browserOf(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  const parts = [browser, system].filter((part) => part !== undefined).map((part) => names[part] ?? part)
  return parts.length === 0 ? userAgent.slice(0, 60) : parts.join(', ')
}
