import { uuidv7 } from '../../src/base/ids.ts'
import { addToChat } from '../../src/conversations/chat-queries.ts'
import { insertVoiceConversation } from '../../src/conversations/queries.ts'
import { sql } from '../../src/db/sql.ts'
import { linkPerson } from '../../src/people/link-person.ts'
import { selectContactOwners, refreshSearch } from '../../src/people/queries.ts'
import type { Service } from './service.ts'

/** Two people: one with a number, who was called and has written, and one whose number WhatsApp hides. */
export interface SeededPeople {
  maria: { _id: string; number: string; conversationId: string }
  hidden: { _id: string; userId: string; username: string; conversationId: string }
}

/** Makes the two people in the project of a service, with what happened with them. */
export async function seedPeople(service: Service): Promise<SeededPeople> {
  const { organizationId: organization_id, projectId: project_id, context } = service
  const place = { organization_id, project_id }
  const senderId = await insertSender(service)
  const at = (minutes: number) => new Date(Date.parse('2026-11-20T09:00:00Z') + minutes * 60_000)

  const met = (name: string, number: string | null, userId: string | null) =>
    context.db.transaction(async (transaction) => {
      const person = {
        ...place,
        phone: number === null ? null : { normalized: number, value: number },
        email: null,
        name,
        identity: { channel_type: 'whatsapp' as const, identity_key: number ?? userId! },
        source: 'whatsapp',
        metAt: at(0),
      }
      const known = await selectContactOwners(transaction, person)
      return linkPerson(context, transaction, person, known)
    })
  const write = async (
    address: string,
    direction: 'inbound' | 'outbound',
    text: string,
    minutes: number,
  ): Promise<string> => {
    const id = await context.db.transaction((transaction) =>
      addToChat(context, transaction, {
        ...place,
        whatsapp_sender_id: senderId,
        address,
        direction,
        provider_message_id: `wamid.test.${uuidv7()}`,
        kind: 'text',
        text,
        at: at(minutes),
      }),
    )
    if (id === null) throw new Error('the message is stored already')
    return id
  }

  const number = '+14155550188'
  const maria = await met('María Delgado', number, null)
  await write(number, 'inbound', 'Where is my order?', 1)
  const chat = await write(number, 'outbound', 'It is on its way.', 2)
  for (const minutes of [10, 70, 130])
    await context.db.transaction((transaction) =>
      insertVoiceConversation(transaction, {
        ...place,
        _id: uuidv7(),
        campaign_id: Object.values(service.campaignIds)[0]!,
        phone_number: number,
        status: minutes === 130 ? 'completed' : 'no_answer',
        start_time: at(minutes).toISOString(),
        answered_at: minutes === 130 ? at(minutes).toISOString() : null,
        end_time: at(minutes + 1).toISOString(),
        duration_seconds: minutes === 130 ? 60 : 0,
        created_at: at(minutes),
      }),
    )

  const [userId, username] = ['BR.5512345678901234567890', 'bruno.dias']
  const hidden = await met('Bruno Dias', null, userId)
  const hiddenChat = await write(userId, 'inbound', 'Posso mudar a data?', 5)
  await context.db.transaction(async (transaction) => {
    await transaction.query(sql`
      update channel_identities set username = ${username}
      where organization_id = ${organization_id} and identity_key = ${userId}`)
    await refreshSearch(transaction, organization_id, [hidden])
  })
  return {
    maria: { _id: maria, number, conversationId: chat },
    hidden: { _id: hidden, userId, username, conversationId: hiddenChat },
  }
}

async function insertSender({ organizationId, projectId, context }: Service): Promise<string> {
  const _id = uuidv7()
  await context.db.query(sql`
    insert into whatsapp_senders (organization_id, project_id, _id, name, phone_number_id, business_account_id,
      display_phone_number, access_token, app_secret, verify_token, created_at, updated_at, templates_due_at)
    values (${organizationId}, ${projectId}, ${_id}, 'Support line', ${_id}, '1', '+14155550199', '', '', '', now(),
      now(), 'infinity')`)
  return _id
}
