import { useSuspenseQuery } from '@tanstack/react-query'
import type { Me } from '../api/operations.ts'
import { query } from '../api/queries.ts'

/** Returns who is signed in. Pages inside the shell are shown once that is known. */
export function useMe(): Me {
  return useSuspenseQuery({ ...query('getMe', {}), staleTime: 60_000 }).data
}
