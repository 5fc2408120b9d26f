import { uuidv7 } from '../../src/base/ids.ts'
import { addToChat } from '../../src/conversations/chat-queries.ts'
import { insertVoiceConversation } from '../../src/conversations/queries.ts'
import { insertTicket } from '../../src/conversations/ticket-queries.ts'
import { sql } from '../../src/db/sql.ts'
import type { PersonContact } from '../../src/people/contact.ts'
import { linkPerson } from '../../src/people/link-person.ts'
import { selectContactOwners } from '../../src/people/queries.ts'
import { writeSaidProperty } from '../../src/people/said-properties.ts'
import type { Service } from './service.ts'

/** The contacts of somebody; a fact names some of them. */
export interface Keys {
  phone?: string | undefined
  email?: string | undefined
  userId?: string | undefined
}

/** A project in which facts about people happen, each at a time of its own. */
export interface MergeWorld {
  organization_id: string
  project_id: string
  /** Links a person, without anything that happened with them. */
  link: (keys: Keys, at: Date, name?: string) => Promise<string>
  /** Calls a number, perhaps with an address. */
  call: (keys: Keys & { phone: string }, at: Date, name?: string) => Promise<string>
  /** Takes a WhatsApp message from a number or id. */
  write: (keys: Keys, at: Date) => Promise<string>
  /** Opens a ticket about the latest conversation with a number or id. */
  ticket: (address: string, at: Date) => Promise<void>
  /** Stores what a person said to an agent. */
  say: (profileId: string, name: string, value: unknown, at: Date) => Promise<void>
  /** Returns all profiles with all that is linked to them, without ids: each by its display id. */
  rows: (addresses: readonly string[]) => Promise<unknown[]>
}

/** Makes a world of a project of the service's organization. */
export async function createMergeWorld(service: Service, projectId: string): Promise<MergeWorld> {
  const { context, organizationId: organization_id } = service
  const { db } = context
  const place = { organization_id, project_id: projectId }
  const senderId = uuidv7()
  await db.query(sql`
    insert into whatsapp_senders (organization_id, project_id, _id, name, phone_number_id, business_account_id,
      display_phone_number, access_token, app_secret, verify_token, created_at, updated_at, templates_due_at)
    values (${organization_id}, ${projectId}, ${senderId}, ${senderId}, ${senderId}, '1', '+14155550199', '', '', '', now(),
      now(), 'infinity')`)
  const contactOf = (
    { phone, email, userId }: Keys,
    channel_type: 'voice' | 'whatsapp',
    at: Date,
    name?: string,
  ): PersonContact => {
    const keys = [phone, channel_type === 'whatsapp' ? userId : undefined].filter((key) => key !== undefined)
    const [key, ...aliases] = keys
    return {
      ...place,
      phone: phone === undefined ? null : { normalized: phone, value: phone },
      email: email === undefined ? null : { normalized: email, value: email.toUpperCase() },
      name: name ?? null,
      identity: key === undefined ? null : { channel_type, identity_key: key },
      aliases,
      source: channel_type,
      metAt: at,
    }
  }
  const meet = (
    person: PersonContact,
    then: (transaction: Parameters<typeof addToChat>[1]) => Promise<unknown>,
  ) =>
    db.transaction(async (transaction) => {
      const known = await selectContactOwners(transaction, person)
      const id = await linkPerson(context, transaction, person, known)
      await then(transaction)
      return id
    })
  return {
    ...place,
    link: (keys, at, name) =>
      meet(contactOf(keys, keys.userId === undefined ? 'voice' : 'whatsapp', at, name), async () => {}),
    call: (keys, at, name) =>
      meet(contactOf(keys, 'voice', at, name), (transaction) =>
        insertVoiceConversation(transaction, {
          ...place,
          _id: uuidv7(),
          campaign_id: Object.values(service.campaignIds)[0]!,
          phone_number: keys.phone,
          status: 'completed',
          start_time: at.toISOString(),
          answered_at: null,
          end_time: at.toISOString(),
          duration_seconds: 0,
          created_at: at,
        }),
      ),
    write: (keys, at) =>
      meet(contactOf(keys, 'whatsapp', at), (transaction) =>
        addToChat(context, transaction, {
          ...place,
          whatsapp_sender_id: senderId,
          address: keys.phone ?? keys.userId!,
          direction: 'inbound',
          provider_message_id: uuidv7(),
          kind: 'text',
          text: `${keys.phone ?? keys.userId} at ${at.toISOString()}`,
          at,
        }),
      ),
    ticket: async (address, at) => {
      await db.transaction(async (transaction) => {
        const [talk] = await transaction.query<{ _id: string }>(sql`
          select _id from conversations where organization_id = ${organization_id} and project_id = ${projectId}
            and (phone_number = ${address} or whatsapp_user_id = ${address}) order by start_time desc, _id limit 1`)
        if (talk === undefined) return
        await insertTicket(
          context,
          transaction,
          {
            ...place,
            conversation_id: talk._id,
            profile_id: null,
            channel_type: 'voice',
            subject: address,
            opened_by: 'workflow',
            opening_key: null,
          },
          at,
        )
      })
    },
    say: async (profile_id, name, value, at) => {
      await db.transaction((transaction) =>
        writeSaidProperty(
          transaction,
          { ...place, profile_id, conversation_id: organization_id, turn: at.getTime() % 1_000_000 },
          { name, value },
          at,
        ),
      )
    },
    rows: async (addresses) =>
      db.query(sql`
        select p.name, p.display_id, p.properties, p.conversation_count, p.call_count, p.chat_count,
          p.last_interaction_at, p.created_at, s.words, s.digits,
          (select json_agg(json_build_array(kind, normalized, value, source, created_at, met_as) order by kind, normalized)
            from profile_contacts where profile_id = p._id) as contacts,
          (select json_agg(json_build_array(channel_type, identity_key, first_seen_at, last_seen_at, is_alias, earlier_keys, met_as)
            order by channel_type, identity_key) from channel_identities where profile_id = p._id) as identities,
          (select json_agg(json_build_array(channel_type, phone_number, whatsapp_user_id, start_time, last_message_at, met_as,
            caller = p._id::text) order by start_time) from conversations where profile_id = p._id) as conversations,
          (select json_agg(json_build_array(text, created_at, met_as) order by created_at) from messages
            where profile_id = p._id) as messages,
          (select json_agg(json_build_array(subject, created_at, met_as) order by created_at) from tickets
            where profile_id = p._id) as tickets,
          (select json_agg(json_build_array(name, value, turn, said_at) order by name) from said_properties
            where profile_id = p._id) as said
        from profiles p join profile_search s on s.organization_id = p.organization_id and s.profile_id = p._id
        where p.organization_id = ${organization_id} and p.project_id = ${projectId} and p._id in (
          select profile_id from profile_contacts where normalized = any(${addresses}::text[])
          union select profile_id from channel_identities where identity_key = any(${addresses}::text[]))
        order by p.display_id`),
  }
}
