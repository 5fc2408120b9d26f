import { useSuspenseQuery } from '@tanstack/react-query'
import type { Me, MyOrganization } from '../api/operations.ts'
import { meQuery, organizationsQuery } from '../api/shell-queries.ts'

/** Returns who is signed in. Pages inside the shell are shown once that is known. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** Returns the organizations where the person may go, each with its projects: the first hundred by name. */
export function useOrganizations(): readonly MyOrganization[] {
  return useSuspenseQuery(organizationsQuery).data.items
}
