// The time zones that a field offers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { offeredZones } from '../../dashboard/src/format/time-zones.ts'
import { isTimeZone } from '../../src/base/time-zone.ts'

describe('the time zones of a field', () => {
  it('have UTC and the names of today, each once and in order', () => {
    const zones = offeredZones(null)
    for (const zone of ['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'Europe/Berlin'])
      assert.ok(zones.includes(zone), zone)
    assert.deepEqual(zones, [...new Set(zones)].toSorted())
    assert.deepEqual(
      zones.filter((zone) => !isTimeZone(zone)),
      [],
    )
  })

  it('have the chosen one, whatever it is called', () => {
    for (const zone of ['Etc/UTC', 'US/Eastern', 'europe/berlin', 'Asia/Tokyo'])
      assert.deepEqual(
        offeredZones(zone).filter((one) => one === zone),
        [zone],
      )
  })
})
