import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkByteFaults } from './byte-faults.ts'
import type { ByteRun } from './byte-faults.ts'
import type { SeenLeg } from './observer-log.ts'
import type { CallRow } from './rows.ts'

const number = '+14152000001'
const run: ByteRun = { number, endpoint: 'calls', fault: { kind: 'cut', afterBytes: 7 } }
const leg: SeenLeg = {
  sid: 'CA',
  attemptId: 'a',
  to: number,
  account: 'AC',
  createdAt: 0,
  endedAt: 1,
  status: 'no-answer',
  endedByRequest: false,
}
const call: CallRow = {
  _id: 'c',
  campaign: 'Bytes',
  project: 'Bytes',
  phone_number: number,
  placed_by: 'queue',
  state: 'no_answer',
  state_since: 1,
  waits_for: null,
  due_at: null,
  attempts_count: 1,
}

it('requires one request, one call and one end of it after each fault', () => {
  const whats = (legs: SeenLeg[], calls: CallRow[]) =>
    checkByteFaults([run], legs, calls).breaches.map(({ what }) => what.replace(/^.*: /, ''))
  assert.deepEqual(whats([leg], [call]), [])
  assert.deepEqual(whats([leg, leg], [call]), ['2 requests'])
  assert.deepEqual(whats([], [call]), ['0 requests'])
  assert.deepEqual(whats([leg], []), ['no call in the database'])
  assert.deepEqual(whats([leg], [call, call]), ['2 calls'])
  assert.deepEqual(whats([leg], [{ ...call, state: 'failed' }]), ['is failed, the carrier saw no_answer'])
  assert.deepEqual(whats([{ ...leg, status: null, endedAt: null }], [call]), [
    'is no_answer, the carrier saw not over',
  ])
})
