import assert from 'node:assert/strict'
import type { MergeWorld } from './merge-world.ts'

/** Returns a time that many minutes after the pair's first fact. */
export const minutes = (count: number) => new Date(Date.parse('2026-11-20T09:00:00Z') + count * 60_000)

/** Two profiles of which the younger was merged into the older, and their contacts. */
export interface MergedPair {
  older: string
  younger: string
  /** The number of the older one. */
  phone: string
  /** Address and number of the younger one. */
  email: string
  own: string
}

/** Makes two profiles and merges them by a call that names the number of one and the address of the other. */
export async function mergePair(world: MergeWorld, nextNumber: () => string): Promise<MergedPair> {
  const [phone, own] = [nextNumber(), nextNumber()]
  const email = `grace.${own.slice(1)}@example.com`
  const older = await world.call({ phone }, minutes(0), 'Ada')
  const younger = await world.call({ phone: own, email }, minutes(1), 'Grace')
  await world.write({ phone: own }, minutes(2))
  assert.equal(await world.call({ phone, email }, minutes(3)), older)
  return { older, younger, phone, email, own }
}
