import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { parseByChosenSchema } from '../message/chosen-schema.ts'
import { SendBody } from '../message/send-body.ts'
import type { SendRequest } from '../message/send-body.ts'

/**
 * A send of the management API: that of the project API, which may also name the failed message that it is sent again
 * for.
 */
export interface ManagedSend {
  request: SendRequest
  resendOf: string | null
}

const described = {
  type: 'object' as const,
  properties: {
    to: {
      type: 'string' as const,
      description: 'Recipient, in international format; or the id that WhatsApp has given the person.',
    },
    data: {
      type: 'object' as const,
      additionalProperties: true,
      description: 'The values of the template’s variables; for a template send.',
    },
    type: { type: 'string' as const, description: 'Names the type of a typed message.' },
    payload: {
      type: 'object' as const,
      additionalProperties: true,
      description: 'The content of a typed message, as in the project API.',
    },
    resend_of: {
      type: 'string' as const,
      description: 'The failed message that is sent again. It stays failed; the new message is linked to it.',
    },
  },
}

/** Returns the body as it was given, without what this API adds to it. */
export function splitBody(given: Record<string, unknown>): {
  body: Record<string, unknown>
  resend_of: unknown
} {
  const { resend_of = null, ...body } = given
  return { body, resend_of }
}

const resendFault = 'must be the id of the message that is sent again'

export const ManagedSendBody = z
  .looseObject({})
  .transform((given, context): ManagedSend => {
    const { body, resend_of } = splitBody(given)
    const isId = typeof resend_of === 'string' && isUuid(resend_of)
    if (resend_of !== null && !isId)
      context.addIssue({ code: 'custom', path: ['resend_of'], message: resendFault })
    const request = parseByChosenSchema(context, SendBody, body)
    return request === undefined ? z.NEVER : { request, resendOf: isId ? resend_of : null }
  })
  .meta({
    id: 'ManagedSend',
    description: 'A template send, or a typed message with `type` and `payload`, which needs an open window.',
    jsonSchema: { ...described, required: ['to'] },
  })

/** The body of a check: any part of it may be missing or wrong yet. */
export const CheckedBody = z.looseObject({}).meta({
  id: 'CheckedSendBody',
  description: 'The body of a send as far as it is filled in.',
  jsonSchema: described,
})
