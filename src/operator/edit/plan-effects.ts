import type { Queryable } from '../../db/queryable.ts'
import { selectPlanUseOf } from '../configured/plan-queries.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import type { CountedEffect } from './effects.ts'

interface Plan {
  status: 'active' | 'inactive'
  whatsapp_sends: number
  links: number
}

/** Returns what a change of an organization's plan does, at this moment. */
export async function effectsOnPlan(
  db: Queryable,
  before: ConfiguredRow | null,
  after: ConfiguredRow,
): Promise<CountedEffect[]> {
  if (before === null) return []
  const [was, is] = [planOf(before), planOf(after)]
  const [use] = await selectPlanUseOf(db, [after._id])
  const projects = use?.projects ?? 0
  const effects: CountedEffect[] = []
  if (was.status !== is.status && projects > 0) {
    const stops = is.status === 'inactive'
    const end = stops ? 'no WhatsApp messages from now on' : 'WhatsApp messages again'
    effects.push({
      code: stops ? 'plan_stops' : 'plan_resumes',
      count: projects,
      one: `project takes ${end}`,
      many: `projects take ${end}`,
    })
  }
  const sends = (use?.sends_used ?? 0) - is.whatsapp_sends
  if (is.whatsapp_sends < was.whatsapp_sends && sends >= 0)
    effects.push({
      code: 'sends_refused',
      count: Math.max(sends, 1),
      one: 'message more than the plan allows is used: further ones are refused',
      many: 'messages more than the plan allows are used: further ones are refused',
    })
  const links = (use?.links_used ?? 0) - is.links
  if (is.links < was.links && links > 0)
    effects.push({
      code: 'links_beyond_plan',
      count: links,
      one: 'page more than the plan allows is indexed: crawls add none',
      many: 'pages more than the plan allows are indexed: crawls add none',
    })
  return effects
}

function planOf({ fields }: ConfiguredRow): Plan {
  return fields['plan'] as Plan // The declaration has checked it.
}
