import type { LoaderFunctionArgs } from 'react-router'
import { askForShell } from '../api/shell-queries.ts'

/** Asks for what the shell and its first page show while their code is still coming. */
export async function beginShell({
  request,
  params: { organization, project },
}: LoaderFunctionArgs): Promise<null> {
  if (organization === undefined || project === undefined) {
    await askForShell(null, null)
    return null
  }
  const { pathname, search } = new URL(request.url)
  const below = pathname.split(`/${organization}/${project}`)[1] ?? ''
  // What the board begins with is the same whichever campaigns its address unfolds.
  const isWhole = search === '' || below === '/live'
  await askForShell({ organization_id: organization, project_id: project }, isWhole ? below : null)
  return null
}
