import { repeat } from '../jobs/repeat.ts'
import type { Context } from './context.ts'
import { duties } from './duties.ts'

/** Runs every duty until the signal aborts, and resolves once the work under way is done. */
export async function runWorker(context: Context, signal: AbortSignal): Promise<void> {
  await Promise.all(duties(context).map((duty) => repeat(duty, context.log, signal)))
}
