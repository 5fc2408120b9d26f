import { isLong } from '../support/length.ts'
import { fc } from '../support/properties.ts'

/** The time limit for a model, so that a file takes less than half a minute on a busy machine. */
const mostMs = 15_000

/**
 * Runs commands against the model and the service, over and over, half as often in `npm test`: WHATSAPP_MODEL_RUNS says
 * how often, for however long that takes, and WHATSAPP_MODEL_SEED from which seed. A failure names its seed.
 */
export async function assertModel<T>(
  runsByDefault: number,
  arbitrary: fc.Arbitrary<T>,
  run: (value: T) => Promise<void>,
): Promise<void> {
  const usualRuns = isLong ? runsByDefault : Math.ceil(runsByDefault / 2)
  const { WHATSAPP_MODEL_RUNS: runs, WHATSAPP_MODEL_SEED: seed } = process.env
  const until = runs === undefined ? performance.now() + mostMs : Infinity
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // With fast-check's own limit, the last run would continue while the service stops.
    if (performance.now() < until) await run(value)
  })
  await fc.assert(property, {
    numRuns: Number(runs ?? usualRuns),
    ...(seed !== undefined && { seed: Number(seed) }),
  })
}
