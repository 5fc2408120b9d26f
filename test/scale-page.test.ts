// The numbers of docs/scale.md are those that bench/scale computes and simulates from the measured costs.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { assumptions, capacityFor, costOfConversation } from '../bench/scale/capacity.ts'
import { readMeasuredCosts } from '../bench/scale/measured-costs.ts'
import { simulateCell } from '../bench/scale/simulate-cell.ts'
import { capacityRows, simulationRows } from '../bench/scale/simulate.ts'
import { tableOf } from './support/page.ts'

// As the program runs: without it, V8 sometimes takes one result for another here.
setFlagsFromString('--no-maglev-escape-analysis')

const page = 'docs/scale.md'
const costs = readMeasuredCosts()
const quiet = { hotPart: 0, failoverSeconds: 0, moveSeconds: 0, seed: 1 }

describe('the numbers on paper', () => {
  it('are those that the program computes', () => {
    assert.deepEqual(tableOf(page, 'conversations a day'), capacityRows(costs))
  })

  it('are those that the program simulates', () => {
    assert.deepEqual(tableOf(page, 'simulated'), simulationRows(costs))
  })

  it('name every assumption with its value', () => {
    const named = tableOf(page, 'assumption').map(([name = '', value = '']) => [
      name.replaceAll('`', ''),
      Number(value.replaceAll(',', '')),
    ])
    assert.deepEqual(Object.fromEntries(named), assumptions)
  })

  it('grow with the costs', () => {
    const dearer = { ...costs, send: { node: costs.send.node * 2, postgres: costs.send.postgres * 2 } }
    assert.ok(costOfConversation(dearer).postgres > costOfConversation(costs).postgres)
    // With a day of data the processor decides, and not the disk.
    const given = { ...assumptions, keptDays: 1 }
    assert.ok(capacityFor(1e9, dearer, given).cells > capacityFor(1e9, costs, given).cells)
  })
})

describe('the simulation', () => {
  it('uses what the arithmetic says, and waits longer the nearer it is to full', () => {
    const perSecond = 1_000 / costOfConversation(costs).postgres
    const at = (part: number) =>
      simulateCell(costs, { ...quiet, rate: part * 8 * perSecond, cores: 8, seconds: 200 })
    const half = at(0.5)
    const nearlyFull = at(0.95)
    assert.ok(Math.abs(half.used - 0.5) < 0.05, String(half.used))
    assert.ok(nearlyFull.p99Seconds > 2 * half.p99Seconds)
  })

  it('never drains where more comes than can be done', () => {
    const perSecond = 1_000 / costOfConversation(costs).postgres
    const run = { ...quiet, rate: 1.2 * 4 * perSecond, cores: 4, seconds: 100, failoverSeconds: 10 }
    assert.equal(simulateCell(costs, run).drainSeconds, null)
  })
})
