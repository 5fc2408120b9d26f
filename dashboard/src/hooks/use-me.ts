import { useSuspenseQuery } from '@tanstack/react-query'
import type { Me, MyOrganization } from '../api/operations.ts'
import { meQuery, organizationQuery, organizationsQuery } from '../api/shell-queries.ts'

/** Returns who is signed in. Pages inside the shell are shown once that is known. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/**
 * Returns the organizations where the person may go, each with its projects: the first hundred by name.
 *
 * @param id one that is among them in any case, if the person may go there.
 */
export function useOrganizations(id?: string): readonly MyOrganization[] {
  const { items, pagination } = useSuspenseQuery(organizationsQuery).data
  const isBeyond = id !== undefined && pagination.total > items.length && !items.some((one) => one._id === id)
  const found = useSuspenseQuery(isBeyond ? organizationQuery(id) : organizationsQuery).data.items
  return isBeyond ? [...items, ...found] : items
}

/** Returns how many organizations there are where the person may go. */
export function useOrganizationsCount(): number {
  return useSuspenseQuery(organizationsQuery).data.pagination.total
}
