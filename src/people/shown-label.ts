import { z } from 'zod'

/** The schema of a person in a list of something else. */
export const ShownPerson = z
  .object({
    _id: z.string(),
    name: z.string().nullable(),
    display_id: z.string().describe('Easy to read and say, such as `CUST-000123`.'),
    phone_number: z.string().nullable().describe('The number that was known first, in E.164.'),
    username: z.string().nullable().describe('The name that the person has chosen on WhatsApp.'),
    whatsapp_id: z
      .string()
      .nullable()
      .describe('The id by which WhatsApp knows the person for the business, such as `US.1349…`.'),
  })
  .meta({ id: 'PersonLabel', description: 'What a person is called by.' })
