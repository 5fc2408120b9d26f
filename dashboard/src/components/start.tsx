import { Navigate } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { useCurrentPlace } from './use-current-place.ts'

/** Leads to the project where the person was last. */
export function Start() {
  const { shell } = useMessages('shell')
  const current = useCurrentPlace()
  if (current?.place != null) return <Navigate to={paths.home(current.place)} replace />
  return <Empty next={shell.noProjectNext}>{shell.noProject}</Empty>
}
