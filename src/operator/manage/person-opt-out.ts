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
import { changeOptOut } from '../people/change-opt-out.ts'
import { readPerson } from '../people/person.ts'
import { PersonParams, WholePerson } from './person-endpoints.ts'

interface OptOutContext {
  db: Db
  clock: Clock
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
}

const whyCharactersMax = 500

const Body = z.strictObject({
  why: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(whyCharactersMax, `must have at most ${whyCharactersMax} characters`)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'must be one line of text')
    .describe('The reason, for whoever asks later.'),
})

/** Bars all WhatsApp messages to a person. */
export const optPersonOut = endpoint(true)
/** Allows WhatsApp messages to a person again. */
export const optPersonIn = endpoint(false)

function endpoint(isOut: boolean) {
  return (app: App, context: OptOutContext): void => {
    app.post(
      projectPath(`/customer-profiles/:customer_profile_id/${isOut ? 'opt-out' : 'opt-in'}`),
      {
        config: { role: 'editor' },
        schema: {
          operationId: isOut ? 'optPersonOut' : 'optPersonIn',
          summary: isOut ? 'Opt a person out' : 'Opt a person in again',
          description: isOut
            ? 'Bars every WhatsApp message of the project to the person, until they write START or somebody opts them in.'
            : 'Whether the person or somebody else had opted them out. What the person has switched off inside WhatsApp stays.',
          tags: ['Customer profiles'],
          params: PersonParams,
          body: Body,
          response: { 200: successOf(WholePerson), ...refusalsOf(400, 401, 403, 404, 500) },
        },
      },
      async ({ params: { customer_profile_id: id, ...place }, body, user }) => {
        const change = { place, profileId: id, isOut, why: body.why }
        const changed = isUuid(id) ? await changeOptOut(context, change, user.actor) : null
        if (changed === null || changed.kind === 'not_found') throw refusals.profileNotFound()
        if (changed.kind === 'no_address')
          throw refusals.invalidRequest('The person has neither a number nor an id on WhatsApp')
        const ids = [changed.profileId]
        context.hints.publish({ topic: 'messages', ...place, ids })
        const person = await readPerson(context.db, place, changed.profileId)
        if (person === null) throw refusals.profileNotFound()
        return success(person, isOut ? 'Opted out' : 'Opted in')
      },
    )
  }
}
