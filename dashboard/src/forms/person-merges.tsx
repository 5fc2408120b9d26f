import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { When } from '../components/when.tsx'
import { contactText } from '../format/contact.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { SeparatePerson } from './separate-person.tsx'

type Merge = Data<'listProfileMerges'>['items'][number]
const shownMax = 20

/**
 * The profiles that were merged into this one, with why, and a button to separate each; nothing where there are none.
 */
export function PersonMerges({ personId }: { personId: string }) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const { ids, role, zone } = usePlace()
  const { number } = useFormats(zone)
  const merges = useQuery(
    query('listProfileMerges', { ...ids, customer_profile_id: personId, limit: shownMax }, { live: true }),
  )
  const [chosen, setChosen] = useState<Merge | null>(null)
  const roleReason = useRoleReason(role, 'editor')
  if (merges.data === undefined || merges.data.items.length === 0) return null
  const { items, pagination } = merges.data
  return (
    <Section title={texts.mergesTitle}>
      <Facts
        facts={items.map((merge) => ({
          name: <bdi>{whoOf(merge)}</bdi>,
          value: (
            <>
              {texts.mergeOf(<bdi>{merge.display_id ?? ''}</bdi>, <When at={merge.merged_at} zone={zone} />)}
              <div>
                <Reason merge={merge} />
              </div>
              {merge.can_separate && (
                <Button reason={roleReason} onPress={() => setChosen(merge)}>
                  {texts.separateOpen}
                </Button>
              )}
            </>
          ),
        }))}
      />
      {pagination.total > items.length && <p>{texts.moreMerges(<bdi>{number(items.length)}</bdi>)}</p>}
      {chosen !== null && (
        <SeparatePerson
          personId={personId}
          mergedId={chosen.merged_id}
          who={whoOf(chosen)}
          contacts={chosen.shared_contacts}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  )
}

function Reason({ merge }: { merge: Merge }) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  if (!merge.can_separate) return texts.mergeUnknown
  if (merge.shared_contacts.length === 0) return texts.mergeByImport
  return texts.mergeWhy(
    merge.shared_contacts.map((contact, place) => (
      <span key={contact}>
        {place > 0 && ' · '}
        <bdi dir="ltr">{contactText(contact)}</bdi>
      </span>
    )),
  )
}

const whoOf = ({ name, display_id, merged_id }: Merge): string => name ?? display_id ?? merged_id
