import { msOf } from './instant.ts'

/** Returns whether a campaign neither places nor answers calls any more: it was ended, or its end date has come. */
export function hasEnded(
  { status, ends_at }: { status: string; ends_at: string | null },
  now: number,
): boolean {
  return status === 'ended' || (ends_at !== null && msOf(ends_at) <= now)
}
