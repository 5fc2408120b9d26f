import { z } from 'zod'
import { ShownPerson } from '../../people/shown-label.ts'
import { ConversationItem } from '../api/list-conversations.ts'

export const NamedConversation = ConversationItem.extend({
  customer: ShownPerson.nullable().describe('The person that it is with.'),
  whatsapp_user_id: z.string().nullable().describe('The id of a person on WhatsApp whose number is unknown.'),
}).meta({ id: 'NamedConversation', description: 'A conversation with the person that it is with.' })
