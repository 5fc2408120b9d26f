import { z } from 'zod'
import { recordChange } from '../../audit/record-change.ts'
import { refusals } from '../../base/refusals.ts'
import type { Queryable } from '../../db/queryable.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { selectDemos, updatePlacesCalls } from '../demo/queries.ts'

const isOn = z
  .boolean()
  .describe('Whether a running demo places calls while somebody has the dashboard open.')
const DemoCalls = z.object({ is_on: isOn }).meta({ id: 'DemoCalls' })
const DemoCallsInput = z.strictObject({ is_on: isOn }).meta({ id: 'DemoCallsSwitch' })

/** Shows whether the demo places calls. */
export function getDemoCalls(app: App, { db }: ApplyContext): void {
  app.get(
    organizationPath('/demo-calls'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'getDemoCalls',
        summary: 'Get whether the demo places calls',
        description: 'It is 404 for an organization that is no demo.',
        tags: ['Demo'],
        params: OrganizationParams,
        response: { 200: successOf(DemoCalls), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => success({ is_on: await placesCalls(db, params.organization_id) }, 'OK'),
  )
}

/** Switches the calls of the demo on or off. */
export function putDemoCalls(app: App, context: ApplyContext & ConfigHints): void {
  const { db, clock, newId } = context
  app.put(
    organizationPath('/demo-calls'),
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'setDemoCalls',
        summary: 'Switch the calls of the demo on or off',
        description: 'Calls under way go on. It is 404 for an organization that is no demo.',
        tags: ['Demo'],
        params: OrganizationParams,
        body: DemoCallsInput,
        response: { 200: successOf(DemoCalls), ...refusalsOf(400, 401, 403, 404) },
      },
    },
    async ({ params: { organization_id }, body: { is_on }, user }) => {
      const isChanged = await db.transaction(async (transaction) => {
        const before = await placesCalls(transaction, organization_id)
        if (before === is_on) return false
        await updatePlacesCalls(transaction, organization_id, is_on)
        await recordChange(
          transaction,
          { now: clock.now(), newId, actor: user.actor },
          {
            organization_id,
            kind: 'demo_calls',
            record_id: organization_id,
            record_name: 'Calls of the demo',
            action: 'updated',
            revision: null,
            fields: [{ path: 'is_on', before, after: is_on }],
          },
        )
        return true
      })
      if (isChanged) publishConfig(context, organization_id, null, null)
      return success({ is_on }, is_on ? 'The demo places calls' : 'The demo places no more calls')
    },
  )
}

async function placesCalls(db: Queryable, organizationId: string): Promise<boolean> {
  const demo = (await selectDemos(db)).find(({ organization_id }) => organization_id === organizationId)
  if (demo === undefined) throw refusals.notADemo()
  return demo.places_calls
}
