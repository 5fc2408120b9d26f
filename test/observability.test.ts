// The alert rules and dashboards name only metrics and labels that the service exports.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { createContext } from '../src/app/context.ts'
import { createServer } from '../src/app/server.ts'
import { createLog } from '../src/base/log.ts'
import { createDatabase } from '../src/db/database.ts'
import { list, quotedIn, read } from './support/page.ts'

const alertsFile = 'deploy/observability/alerts.yml'
const dashboards = list(['deploy/observability/grafana/*.json'])

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}
interface Document {
  paths: Record<string, unknown>
}
interface Panel {
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
const { groups } = parse(read(alertsFile)) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const panelsOf = (file: string) => (JSON.parse(read(file)) as { panels: Panel[] }).panels

/** Returns the labels of each metric by name, with the series that a histogram has. */
async function exported(): Promise<Map<string, readonly string[]>> {
  const db = createDatabase({ connection: { connectionString: 'postgres://nowhere.invalid/none' } })
  const options = { db, log: createLog('silent'), secretKey: Buffer.alloc(32), publicUrl: () => '' }
  const context = createContext(options)
  const app = await createServer(context)
  const metrics = await context.registry.getMetricsAsJSON()
  const found = new Map<string, readonly string[]>()
  for (const { name, type } of metrics) {
    const metric: unknown = context.registry.getSingleMetric(name)
    const labels =
      typeof metric === 'object' && metric !== null && 'labelNames' in metric
        ? (metric.labelNames as string[])
        : []
    // The default metrics are histograms and counters by their own names.
    for (const suffix of String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      found.set(name + suffix, [...labels, ...(suffix === '_bucket' ? ['le'] : [])])
  }
  await app.close()
  await db.end()
  return found
}

/** Labels of targets; docs/scale.md asks for `cell`. */
const byPrometheus = ['job', 'instance', 'cell']

function assertExported(expr: string, metrics: Map<string, readonly string[]>, where: string): void {
  const named = [...expr.matchAll(/\b((?:switchboard|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)]
  assert.ok(named.length > 0, `${where} names no metric`)
  for (const [, name = '', selectors = ''] of named) {
    if (name === 'up') continue
    const labels = metrics.get(name)
    assert.ok(labels !== undefined, `${where}: the service does not export ${name}`)
    for (const [, label = ''] of selectors.matchAll(/(\w+)\s*(?:=|!)/g))
      assert.ok([...labels, ...byPrometheus].includes(label), `${where}: ${name} has no label ${label}`)
  }
  const all = new Set([
    ...named.flatMap(([, name = '']) => metrics.get(name) ?? []),
    ...byPrometheus,
    'class',
  ])
  for (const [, grouped = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of grouped.split(',').map((each) => each.trim()))
      assert.ok(all.has(label), `${where}: nothing has the label ${label}`)
}

describe('the alert rules', () => {
  it('name what the service exports', async () => {
    const metrics = await exported()
    assert.ok(rules.length > 10)
    for (const { alert, expr } of rules) assertExported(expr, metrics, alert)
  })

  it('say what happened and what to do, once each', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    for (const { alert, labels, annotations } of rules) {
      assert.match(labels.severity, /^(page|ticket)$/, alert)
      assert.ok(annotations.summary.length > 10 && annotations.action.length > 10, alert)
    }
  })
})

describe('the alert rules and docs/operating.md', () => {
  it('have an alert for each value that the page wants alarms on', () => {
    const [, alarms = ''] = /^Set alarms on:$(.*?)^## /ms.exec(read('docs/operating.md')) ?? []
    const values = quotedIn(alarms).filter((text) => /^\w+="\w+"$/.test(text))
    assert.ok(values.length >= 5)
    const selectors = rules.map(({ expr }) => expr).join('\n')
    for (const value of values) assert.ok(selectors.includes(`{${value}}`), value)
  })

  it('leave the routes of streams out of the time that requests take', () => {
    const { expr = '' } = rules.find(({ alert }) => alert === 'RequestsSlow') ?? {}
    const [, form = ''] = /route!~"([^"]+)"/.exec(expr) ?? []
    const { paths } = JSON.parse(read('openapi.json')) as Document
    const { paths: managed } = JSON.parse(read('management-openapi.json')) as Document
    const streams = Object.entries({ ...paths, ...managed })
      .filter(([, methods]) => JSON.stringify(methods).includes('"text/event-stream"'))
      .map(([path]) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
    assert.equal(streams.length, 5)
    const left = new RegExp(`^(?:${form})$`)
    for (const route of streams) assert.match(route, left)
    assert.doesNotMatch('/organizations/:organization_id/projects/:project_id/events', left)
  })
})

describe('the dashboards', () => {
  it('name what the service exports', async () => {
    const metrics = await exported()
    assert.ok(dashboards.length > 0)
    for (const file of dashboards)
      for (const { title, targets = [] } of panelsOf(file))
        for (const { expr } of targets) assertExported(expr, metrics, `${file}: ${title}`)
  })

  it('have a title for each panel and no panel above another', () => {
    for (const file of dashboards) {
      const panels = panelsOf(file)
      for (const [index, { type, title, gridPos, targets = [] }] of panels.entries()) {
        assert.ok(title !== '' && (type === 'row' || targets.length > 0), title)
        assert.ok(gridPos.x + gridPos.w <= 24, title)
        for (const { title: other, gridPos: place } of panels.slice(index + 1))
          assert.ok(
            place.y >= gridPos.y + gridPos.h ||
              gridPos.y >= place.y + place.h ||
              place.x >= gridPos.x + gridPos.w ||
              gridPos.x >= place.x + place.w,
            `${title} and ${other} overlap`,
          )
      }
    }
  })

  it('show every metric of ours that the alerts name', () => {
    const shown = dashboards.map(read).join('\n')
    const named = rules.flatMap(({ expr }) => expr.match(/\bswitchboard_\w+/g) ?? [])
    const hidden = new Set(named.filter((name) => !shown.includes(name)))
    assert.deepEqual(
      [...hidden].toSorted(),
      [
        'switchboard_crawls_total',
        'switchboard_relay_handshakes_total',
        'switchboard_replica_used',
        'switchboard_webhook_endpoints_disabled_total',
      ],
      'those that count single events are alerts only',
    )
  })
})
