import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { messageItem } from '../api/shown-message.ts'
import { sendStates } from '../broadcast-counts.ts'
import { messageStatuses } from '../send/message-status.ts'

const abouts = ['recipient', 'message', 'template', 'sender', 'window', 'opt_out', 'quota'] as const

export const About = z.enum(abouts).describe('What the failure is about, by WhatsApp’s code.')

const Fault = z
  .object({ code: z.string().nullable().describe('WhatsApp’s error code.'), reason: z.string() })
  .nullable()

const SendStateField = z
  .enum(sendStates)
  .describe(
    'What it takes of the plan: `reserved` until its outcome is known, then `consumed` or `released`.',
  )

/** The fields of a message as the screens show it. */
export const projectMessageFields = {
  ...messageItem,
  broadcast_name: z.string(),
  customer_profile_id: z.string().nullable(),
  customer_name: z.string().nullable().describe('The name of the person’s profile.'),
  statuses: z.array(z.object({ status: z.enum(messageStatuses), at: timestamp(), error: Fault })),
  error: Fault.unwrap().extend({ about: About.nullable() }).nullable().describe('Why the message failed.'),
  send: SendStateField,
  resend_of: z.string().nullable().describe('The failed message that it was sent again for.'),
  resent_as: z.string().nullable().describe('The message that it was sent again as.'),
}

export const ProjectMessage = z
  .object(projectMessageFields)
  .meta({ id: 'ProjectMessage', description: 'A message of a project.' })
