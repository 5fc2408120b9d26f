import { releaseHeldCalls } from '../../calls/queue/release-held-calls.ts'
import { settingsToStore } from '../../guards/call-settings.ts'
import { usualProjectRate } from '../../keys/limits/rates.ts'
import { upsertOrganization, upsertProject } from '../../projects/queries.ts'
import type { DeclaredOrganization, DeclaredProject } from './declaration.ts'
import { writeRecords } from './write-records.ts'
import type { AppliedRecords } from './write-records.ts'
import { keep } from './writing.ts'
import type { Writing } from './writing.ts'

export interface AppliedProject extends AppliedRecords {
  _id: string
  name: string
}

export interface AppliedOrganization {
  _id: string
  name: string
  projects: AppliedProject[]
}

/** Writes a checked organization and everything in it. */
export async function writeOrganization(
  writing: Writing,
  { name, plan, calls, projects: declared }: DeclaredOrganization,
): Promise<AppliedOrganization> {
  const { transaction, now, stored } = writing
  const _id = await keep(writing, stored.organizationId(name), (_id) =>
    upsertOrganization(
      transaction,
      {
        _id,
        name,
        plan_status: plan.status,
        plan_whatsapp_sends: plan.whatsapp_sends,
        plan_links: plan.links,
        calls: settingsToStore(calls),
      },
      now,
    ),
  )
  if (writing.written.includes(_id)) await releaseHeldCalls(transaction, _id, now)
  const projects: AppliedProject[] = []
  for (const project of declared) projects.push(await writeProject(writing, { _id, name }, project))
  return { _id, name, projects }
}

/** A project whose rate is left out keeps its own, so that an upgrade limits nobody; a new one has the usual. */
function rateToWrite({ requests_per_second: declared }: DeclaredProject) {
  if (declared === 'none') return { requests_per_second: null, keepsRate: false }
  return { requests_per_second: declared ?? usualProjectRate, keepsRate: declared == null }
}

/** Writes a checked project and everything in it. */
export async function writeProject(
  writing: Writing,
  organization: { _id: string; name: string },
  project: DeclaredProject,
): Promise<AppliedProject> {
  const { name } = project
  const _id = await keep(writing, writing.stored.projectId(organization.name, name), (_id) =>
    upsertProject(
      writing.transaction,
      { ...project, ...rateToWrite(project), organization_id: organization._id, _id },
      writing.now,
    ),
  )
  const place = { organization_id: organization._id, project_id: _id }
  return { _id, name, ...(await writeRecords(writing, place, project)) }
}
