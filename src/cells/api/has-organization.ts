import { isUuid } from '../../base/ids.ts'
import type { App } from '../../http/app.ts'
import { success } from '../../http/envelope.ts'
import { notFound } from '../../http/error-handler.ts'
import type { CellMember } from '../directory/cell-member.ts'
import { selectWorksHere } from '../directory/copy-queries.ts'
import type { AskContext } from '../forward/ask-cells.ts'
import { hopOf } from '../forward/hop-signature.ts'

type HasContext = Pick<AskContext, 'db' | 'clock' | 'log' | 'secretBox'> & {
  cells: Pick<CellMember, 'name'> | null
}

/** Serves what another cell asks before it removes its old rows: whether an organization works here. Others get 404. */
export function hasOrganization(app: App, { cells, db, clock, log, secretBox }: HasContext): void {
  app.get('/cells/organizations/:organization_id', { schema: { hide: true } }, async ({ raw, params }) => {
    const { organization_id } = params as { organization_id: string }
    if (cells === null || hopOf({ secretBox, clock, log }, raw) === null || !isUuid(organization_id))
      throw notFound()
    return success({ works_here: await selectWorksHere(db, organization_id) }, 'Found')
  })
}
