import { z } from 'zod'
import { reportFaults } from '../../base/faults.ts'
import type { Fault } from '../../base/faults.ts'
import { isKnownCountry } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusals.ts'
import { isStorable, unstorable } from '../../base/storable-text.ts'
import { momentForm, parseUntil } from '../../filters/instants.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { organizationPath, OrganizationParams } from '../../http/paths.ts'
import { actorOf } from '../../keys/actor-of.ts'
import { addNumbers } from '../do-not-call/add-numbers.ts'
import type { DoNotCallContext } from '../do-not-call/add-numbers.ts'
import { numbersMax, whyCharactersMax } from '../do-not-call/entry.ts'
import { faultsMax, readNumbers } from '../do-not-call/read-numbers.ts'

export const Why = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(whyCharactersMax, `must have at most ${whyCharactersMax} characters`)
  .refine(isStorable, unstorable)

const Body = z
  .strictObject({
    numbers: z
      .array(z.string('must be text').max(64, 'must have at most 64 characters'))
      .min(1, 'must have at least one number')
      .max(numbersMax, `must have at most ${numbersMax} numbers`)
      .describe('In any spelling; without a country code only with `country`. Repeated numbers count once.'),
    country: z
      .string()
      .refine(isKnownCountry, 'must be a country by its two letters, such as US')
      .optional()
      .describe('ISO 3166-1 alpha-2, for numbers without a country code.'),
    why: Why.optional().describe('Kept with the entries.'),
    until: z
      .string()
      .refine((text) => parseUntil(text) !== null, { error: momentForm })
      .optional()
      .describe(
        'When they may be called again, ISO 8601. A date alone: after that day, in UTC. Absent: never by itself.',
      ),
  })
  .meta({ id: 'NewDoNotCall' })

const Added = z
  .object({
    added: z.int().min(0).describe('Numbers that were not on the list, or not for as long.'),
    listed_already: z.int().min(0),
    calls_canceled: z.int().min(0).describe('Waiting calls to them, in all projects.'),
  })
  .meta({ id: 'AddedDoNotCall' })

/** Adds numbers that nobody of the organization may call from the answer on. */
export function addDoNotCall(app: App, context: DoNotCallContext & ConfigHints): void {
  app.post(
    organizationPath('/do-not-call'),
    {
      config: { scope: 'suppressions:manage' },
      schema: {
        operationId: 'addDoNotCall',
        summary: 'Add numbers to the do-not-call list',
        description:
          'Once you have the answer, no call to them begins, in any project. Waiting calls to them are canceled; calls under ' +
          'way go on. If a number is not valid, nothing is added, and the message names each. Scope: `suppressions:manage`.',
        tags: ['Do not call'],
        params: OrganizationParams,
        body: Body,
        response: { 200: successOf(Added), ...refusalsOf(400, 401, 403) },
      },
    },
    async (request) => {
      const { params, body, keyId } = request
      const { organization_id } = params
      const until = body.until === undefined ? null : parseUntil(body.until)
      const { numbers, faults } = readNumbers(body.numbers, body.country ?? null)
      if (until !== null && until <= context.clock.now())
        faults.push({ path: 'until', message: 'must be later than now' })
      if (faults.length > 0) refuse(faults)
      const actor = await actorOf(context.db, request)
      const entries = {
        organization_id,
        numbers,
        source: keyId === null ? ('dashboard' as const) : ('api' as const),
        why: body.why ?? null,
        until,
        added_by: actor.name,
        project_id: null,
      }
      const { added, callsCanceled } = await addNumbers(context, entries, actor)
      publishConfig(context, organization_id, null, null)
      return success(
        {
          added: added.length,
          listed_already: numbers.length - added.length,
          calls_canceled: callsCanceled,
        },
        `${added.length} added`,
      )
    },
  )
}

function refuse(faults: readonly Fault[]): never {
  const { faults: first, count } = reportFaults(faults, faultsMax)
  const [one, ...others] = first
  if (one === undefined) throw new Error('there is no fault to name')
  const rest = { path: '', message: `and ${count - first.length} more` }
  throw refusals.faultyRequest(one, ...others, ...(count > first.length ? [rest] : []))
}
