/**
 * The seed of all random cases of a test run. It is the same each time, so that the same code passes or fails each
 * time; `npm run test:properties` tries others (variable `PROPERTY_SEED`).
 */
export const propertySeed = Number(process.env['PROPERTY_SEED'] ?? 20_261_123)
if (!Number.isSafeInteger(propertySeed)) throw new Error('PROPERTY_SEED: must be an integer')
