import { z } from 'zod'
import type { RecordOptOut } from '../../agents/conversation/record-unread-opt-out.ts'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { flag } from '../../http/list-query.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { beginErasure } from '../erase/begin-erasure.ts'

interface EraseContext {
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
  recordOptOut: RecordOptOut
  hints: Pick<HintPublisher, 'publish'>
}

const Erased = z
  .object({
    customer_profile_id: z.string().describe('Id of the profile that is erased.'),
    state: z
      .enum(['counted', 'running', 'done'])
      .describe(
        '`counted`: a dry run, nothing is changed. `running`: rows are being erased. `done`: all are.',
      ),
    counts: z
      .record(z.string(), z.int().min(0))
      .describe('Rows by kind: those to erase, or once it has begun those that are erased.'),
  })
  .meta({ id: 'ErasedPerson', description: 'How far the erasure of a person has come.' })

const endpoint =
  (access: { scope: string } | { role: 'admin' }) =>
  (app: App, context: EraseContext): void => {
    app.delete(
      projectPath('/customer-profiles/:customer_profile_id'),
      {
        config: access,
        schema: {
          operationId: 'eraseCustomerProfile',
          summary: 'Erase a person',
          description:
            'Removes name, contacts and properties at once, and then everything that the person said, wrote or got, in all ' +
            'records. What happened stays in the counts. Opt-outs and do-not-call entries stay as keyed hashes. It can not be ' +
            'undone. Repeated, it says how far it has come. Scope: `profiles:erase`.',
          tags: ['Customer profiles'],
          params: ProjectParams.extend({
            customer_profile_id: z.string().describe('Id of the profile, or of one that was merged into it.'),
          }),
          querystring: z.object({
            dry_run: flag('Changes nothing; the answer is how much would be erased.'),
          }),
          response: { 200: successOf(Erased), ...refusalsOf(400, 401, 403, 404, 409, 500) },
        },
      },
      async (request) => {
        const { customer_profile_id: id, ...place } = request.params
        if (!isUuid(id)) throw refusals.profileNotFound()
        const outcome = await beginErasure(
          context,
          {
            ...place,
            profile_id: id.toLowerCase(),
            actor: await actorOf(context.db, request),
            dryRun: request.query.dry_run,
          },
          context.clock.now(),
        )
        switch (outcome.kind) {
          case 'no_profile':
            throw refusals.profileNotFound()
          case 'import_runs':
            throw refusals.importRuns()
          case 'in_use':
            throw refusals.personInUse(outcome)
          case 'counted':
          case 'begun':
          case 'known': {
            const { profile_id: customer_profile_id, counts } = outcome
            const state =
              outcome.kind === 'counted'
                ? 'counted'
                : outcome.kind === 'known' && outcome.isDone
                  ? 'done'
                  : 'running'
            if (outcome.kind === 'begun')
              context.hints.publish({ topic: 'conversations', ...place, ids: [customer_profile_id] })
            const messages = { counted: 'Nothing was changed', running: 'Being erased', done: 'Erased' }
            return success({ customer_profile_id, state, counts } as const, messages[state])
          }
        }
      },
    )
  }

/** Erases a person, for programs with a project key. */
export const eraseProfile = endpoint({ scope: 'profiles:erase' })

/** Erases a person, for those who are signed in. */
export const erasePerson = endpoint({ role: 'admin' })
