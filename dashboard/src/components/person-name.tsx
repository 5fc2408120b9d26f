import type { PersonLabel } from '../api/generated.ts'
import type { Data } from '../api/operations.ts'
import { comma } from '../format/comma.ts'
import { formatPhone } from '../format/phone.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import type { ProjectPlace } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'

/** What a person may be known by. */
export type NamedPerson = Pick<PersonLabel, 'name' | 'phone_number' | 'username' | 'whatsapp_id'> & {
  display_id?: string
}

type ListedPerson = Data<'listCustomerProfiles'>['items'][number]

/** Returns what a person in a list may be known by. */
export function namedOf({
  name,
  phone_numbers,
  username,
  channel_identities,
  display_id,
}: ListedPerson): NamedPerson {
  const whatsapp = channel_identities.find(
    ({ channel_type, identity_key }) => channel_type === 'whatsapp' && !identity_key.startsWith('+'),
  )
  return {
    name,
    username,
    display_id,
    phone_number: phone_numbers[0]?.normalized ?? null,
    whatsapp_id: whatsapp?.identity_key ?? null,
  }
}

/** Returns the best name that there is: name, number, username, id on WhatsApp, display id. */
export function nameOf({ name, phone_number, username, whatsapp_id, display_id }: NamedPerson): string {
  if (name !== null) return name
  if (phone_number !== null) return formatPhone(phone_number)
  return username === null ? (whatsapp_id ?? display_id ?? '') : `@${username}`
}

/** What a person is found by beside the name: the number, or that it is hidden, with username or id. */
export function Handle({ person }: { person: NamedPerson }) {
  const { peopleCalled: texts, locale } = useMessages('peopleCalled')
  const { phone_number, username, whatsapp_id } = person
  if (phone_number !== null) return <bdi dir="ltr">{formatPhone(phone_number)}</bdi>
  const handle = username === null ? whatsapp_id : `@${username}`
  return (
    <>
      {whatsapp_id === null ? texts.noNumber : texts.hiddenNumber}
      {handle !== null && (
        <>
          {comma(locale)}
          <bdi dir="ltr">{handle}</bdi>
        </>
      )}
    </>
  )
}

/** A person's name as a link to their page. */
export function PersonLink({ person, place }: { person: PersonLabel; place: ProjectPlace }) {
  return (
    <Link href={paths.customerProfile(place, person._id)}>
      <bdi>{nameOf(person)}</bdi>
    </Link>
  )
}
