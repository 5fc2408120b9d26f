import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { separatePeople } from '../merge/separate-people.ts'
import { ProfileParams } from './get-profile.ts'

interface SeparateContext {
  db: Db
  clock: Clock
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
}

const contactsMax = 100
const sides = ['survivor', 'merged'] as const

const Body = z
  .strictObject({
    merged_id: z
      .string({ error: () => 'must be the id of a profile that was merged into this one' })
      .describe('Id of the profile to bring back, one of its merges.'),
    contacts: z
      .record(z.string(), z.enum(sides, { error: () => 'must be survivor or merged' }))
      .refine(
        (contacts) => Object.keys(contacts).length <= contactsMax,
        `must have at most ${contactsMax} members`,
      )
      .default({})
      .meta({
        description:
          'Which of the two gets a contact, such as `{ "email:ada@example.com": "survivor" }`; with a `phone` go the ' +
          'identities of that number. What is not named goes back to the profile that had it.',
        jsonSchema: {
          type: 'object',
          additionalProperties: { type: 'string', enum: [...sides] },
          default: {},
        },
      }),
    dry_run: z
      .boolean({ error: () => 'must be true or false' })
      .default(false)
      .describe('True: changes nothing; the answer is what would move.'),
  })
  .meta({ id: 'Separation', description: 'A merge to undo.' })

const count = (what: string) => z.int().min(0).describe(`How many ${what} moved to it.`)

export const Separated = z
  .object({
    survivor_id: z.string().describe('Id of the profile that the other one was merged into.'),
    merged_id: z.string().describe('Id of the profile that comes back.'),
    display_id: z
      .string()
      .describe('Its display id: the one that it had, or a new one if somebody else has that by now.'),
    contacts: count('contacts'),
    identities: count('channel identities'),
    conversations: count('conversations'),
    messages: count('messages'),
    tickets: count('tickets'),
    properties: z.array(z.string()).describe('Names of the properties that went with it.'),
    changed: z
      .boolean()
      .describe('False: a dry run, or they were separated before; then this is what moved.'),
  })
  .meta({ id: 'SeparatedProfiles', description: 'What moved when a merge was undone.' })

/** Separates two profiles that were merged. */
export function separateProfile(app: App, context: SeparateContext): void {
  app.post(
    projectPath('/customer-profiles/:customer_profile_id/separate'),
    {
      config: { scope: 'profiles:manage' },
      schema: {
        operationId: 'separateCustomerProfile',
        summary: 'Undo a merge',
        description:
          'The merged profile comes back with its id, and what came by its numbers, addresses and identities goes to it, ' +
          'also what came since the merge. Linking never merges the two again. Repeated, it changes nothing and answers ' +
          'the same. Scope: `profiles:manage`.',
        tags: ['Customer profiles'],
        params: ProfileParams,
        body: Body,
        response: { 200: successOf(Separated), ...refusalsOf(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { customer_profile_id, ...place } = request.params
      const { contacts, dry_run } = request.body
      const merged_id = request.body.merged_id.toLowerCase()
      if (!isUuid(customer_profile_id)) throw refusals.profileNotFound()
      if (!isUuid(merged_id)) throw refusals.mergeNotFound()
      const outcome = await separatePeople(
        context,
        {
          ...place,
          profile_id: customer_profile_id,
          merged_id,
          contacts,
          dryRun: dry_run,
          actor: await actorOf(context.db, request),
        },
        context.clock.now(),
      )
      switch (outcome.kind) {
        case 'no_profile':
          throw refusals.profileNotFound()
        case 'not_merged':
          throw refusals.mergeNotFound()
        case 'not_kept':
          throw refusals.mergeNotKept()
        case 'import_runs':
          throw refusals.importRuns()
        case 'no_contacts':
          throw refusals.faultyRequest({
            path: 'contacts',
            message: `neither profile has ${outcome.names.join(', ')}; name contacts as phone:+14155550123 or email:ada@example.com`,
          })
        case 'separated':
        case 'separated_before': {
          const { survivor_id, moved } = outcome
          const changed = outcome.kind === 'separated' && !dry_run
          const ids = [survivor_id, merged_id]
          if (changed) context.hints.publish({ topic: 'conversations', ...place, ids })
          const message =
            outcome.kind === 'separated_before'
              ? 'They were separated before'
              : dry_run
                ? 'Nothing was changed'
                : 'Separated'
          return success({ survivor_id, merged_id, ...moved, changed }, message)
        }
      }
    },
  )
}
