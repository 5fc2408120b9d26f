import { useSuspenseQuery } from '@tanstack/react-query'
import type { Me, MyOrganization } from '../api/operations.ts'
import { query } from '../api/queries.ts'

/** Returns who is signed in. Pages inside the shell are shown once that is known. */
export function useMe(): Me {
  return useSuspenseQuery({ ...query('getMe', {}), staleTime: 60_000 }).data
}

/** Returns the organizations where the person may go, each with its projects: the first hundred by name. */
export function useOrganizations(): readonly MyOrganization[] {
  const page = { limit: 100 }
  return useSuspenseQuery({ ...query('listOrganizations', page), staleTime: 60_000 }).data.items
}
