import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { roles } from '../roles.ts'

export const UserToken = z
  .object({
    _id: z.string(),
    name: z.string(),
    prefix: z.string().describe('What it begins with.'),
    role: z.enum(roles).describe('The most that it may do; it never may more than you.'),
    created_at: timestamp(),
    ends_at: timestamp(),
    last_used_at: timestamp().nullable().describe('Exact to the minute.'),
  })
  .meta({ id: 'UserToken', description: 'A personal token, without its value.' })
