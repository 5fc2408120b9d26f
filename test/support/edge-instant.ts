import { fc } from './properties.ts'

/** Instants around the ends of years, ISO years, months and leap days: on the hour, just before it and within it. */
export const edgeInstant: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      '2023-12-31T00:00:00Z',
      '2024-02-29T00:00:00Z',
      '2024-12-30T00:00:00Z',
      '2025-03-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
    ),
    fc.integer({ min: -60, max: 60 }),
    fc.constantFrom(-1, 0, 1_200_000),
  )
  .map(([base, hours, ms]) => new Date(Date.parse(base) + hours * 3_600_000 + ms).toISOString())
