// deploy/helm: rendered by this test, because no `helm` comes with Debian. The templates use values and `quote` alone.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { readConfig } from '../src/base/config.ts'
import { list, read, tablesOf } from './support/page.ts'

const chart = 'deploy/helm/switchboard'
const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>

interface Container {
  name: string
  args: string[]
  env: { name: string; value: string }[]
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean }
  volumeMounts: { name: string; mountPath: string }[]
  ports?: { name: string; containerPort: number }[]
  resources: { limits: { memory: string } }
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}
interface Labels {
  [name: string]: string
}
interface PodTemplate {
  metadata: { labels: Labels }
  spec: {
    securityContext: { runAsNonRoot: boolean; runAsUser: number }
    containers: Container[]
    volumes: { name: string }[]
    terminationGracePeriodSeconds?: number
    enableServiceLinks?: boolean
  }
}
interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Labels }
  spec: {
    selector: Labels | { matchLabels: Labels }
    template: PodTemplate
    maxUnavailable?: number
    activeDeadlineSeconds?: number
  }
}

/** Puts values into a template. @throws at an expression that is more than a value, perhaps quoted */
function render(template: string): string {
  return template.replaceAll(/\{\{(.*?)\}\}/g, (_, expression: string) => {
    const [, path = '', quote] = /^ \.([A-Za-z.]+)( \| quote)? $/.exec(expression) ?? []
    const root: unknown = { Values: values, Release: { Name: 'calls' } }
    const value = path
      .split('.')
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], root)
    assert.ok(typeof value === 'string' || typeof value === 'number', `nothing fits {{${expression}}}`)
    return quote === undefined ? String(value) : JSON.stringify(value)
  })
}

const manifests = list([`${chart}/templates/*.yaml`]).map((file) => parse(render(read(file))) as Manifest)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const withPods = [...ofKind('Deployment'), ...ofKind('Job')]
const contains = (labels: Labels, selected: Labels) =>
  Object.entries(selected).every(([name, value]) => labels[name] === value)

describe('the chart', () => {
  it('has values that fit their schema, and a schema that refuses others', () => {
    const validate = new Ajv().compile(JSON.parse(read(`${chart}/values.schema.json`)))
    assert.equal(validate(values), true, JSON.stringify(validate.errors))
    assert.equal(validate({ ...values, replicas: 3 }), false)
    assert.equal(validate({ ...values, logLevel: 'loud' }), false)
  })

  it('limits memory to no less than what the bounds of docs/operating.md allow', () => {
    const bounds = tablesOf('docs/operating.md', 'what').flat()
    const mb = (row: string, form: RegExp) => {
      const [, text = ''] = bounds.find(([name]) => name === row) ?? []
      return Number(form.exec(text)?.[1]?.replace(',', ''))
    }
    const reader = mb('memory of a worker', /; (\d+) MB for each of at most two readers/)
    const file = mb('memory of a process for other files', /^([\d,]+) MB/)
    const browser = mb('memory of the process that holds Chromium', /(\d+) MB for a moment/)
    // An API itself takes 600 MB and a Chromium 500 MB at most, as far as was seen; the others are bounds.
    const least = {
      api: 600 + 2 * file + 2 * reader,
      worker: mb('memory of a worker', /^(\d+) MB/) + 2 * reader + 2 * (browser + 500),
    }
    for (const { metadata, spec } of ofKind('Deployment')) {
      const role = metadata.name === 'calls-api' ? 'api' : 'worker'
      const [, gib = ''] = /^(\d+)Gi$/.exec(spec.template.spec.containers[0]!.resources.limits.memory) ?? []
      assert.ok(
        (Number(gib) * 2 ** 30) / 1e6 >= least[role],
        `${role}: ${gib}Gi are less than ${least[role]} MB`,
      )
    }
  })

  it('trusts no proxy until the values name one', () => {
    for (const { spec } of withPods) {
      const { env } = spec.template.spec.containers[0]!
      assert.equal(env.find(({ name }) => name === 'TRUSTED_PROXIES')?.value, '')
    }
    assert.deepEqual(readConfig({ TRUSTED_PROXIES: '' }).trustedProxies, [])
  })

  it('gives its pods no variables of the services beside them', () => {
    assert.throws(() => readConfig({ METRICS_PORT: 'tcp://10.0.0.7:80' }), /METRICS_PORT/)
    for (const { metadata, spec } of withPods)
      assert.equal(spec.template.spec.enableServiceLinks, false, metadata.name)
  })

  it('has the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    assert.equal((parse(read(`${chart}/Chart.yaml`)) as { appVersion: string }).appVersion, version)
  })

  it('runs api, worker and the migration, which comes first', () => {
    const args = withPods.flatMap(({ spec }) => spec.template.spec.containers.flatMap((one) => one.args))
    assert.deepEqual(args.toSorted(), ['api', 'migrate', 'worker'])
    assert.equal(ofKind('Job')[0]?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
  })

  it('is installed by a command that waits for as long as the migration may take', () => {
    const { activeDeadlineSeconds } = ofKind('Job')[0]!.spec
    const [, minutes = ''] =
      /^helm upgrade --install .* --timeout (\d+)m\b/m.exec(read(`${chart}/README.md`)) ?? []
    assert.ok(activeDeadlineSeconds! > 0)
    assert.ok(Number(minutes) * 60 > activeDeadlineSeconds!, `${minutes} minutes`)
  })

  it('runs nothing as root, and writes to volumes only', () => {
    const dockerfile = read('deploy/Dockerfile')
    for (const { spec } of withPods) {
      const pod = spec.template.spec
      assert.equal(pod.securityContext.runAsNonRoot, true)
      assert.match(dockerfile, new RegExp(`^USER ${pod.securityContext.runAsUser}:`, 'm'))
      for (const one of pod.containers) {
        assert.equal(one.securityContext.readOnlyRootFilesystem, true)
        assert.equal(one.securityContext.allowPrivilegeEscalation, false)
        assert.deepEqual(
          one.volumeMounts.map(({ mountPath }) => mountPath),
          ['/data', '/tmp'],
        )
        for (const { name } of one.volumeMounts) assert.ok(pod.volumes.some((volume) => volume.name === name))
      }
    }
  })

  it('sets variables that the configuration reads', () => {
    const asked = new Set<string>()
    readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))
    const dockerfile = /^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? ''
    const names = [
      ...withPods.flatMap(({ spec }) =>
        spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)),
      ),
      ...dockerfile.split(' ').map((assignment) => assignment.split('=')[0]!),
    ]
    assert.deepEqual(
      names.filter((name) => !asked.has(name)),
      [],
    )
  })

  it('asks /healthz and /readyz at a port that each process has, and waits for a stop', () => {
    for (const { spec } of ofKind('Deployment')) {
      const pod = spec.template.spec
      assert.ok((pod.terminationGracePeriodSeconds ?? 0) > 20, 'docs/runbook.md, "Stopping"')
      const [container] = pod.containers
      assert.equal(container?.startupProbe?.httpGet.path, '/healthz')
      assert.equal(container?.livenessProbe?.httpGet.path, '/healthz')
      assert.equal(container?.readinessProbe?.httpGet.path, '/readyz')
      assert.deepEqual(
        container?.ports?.map(({ name, containerPort }) => [name, containerPort]),
        [['http', 8080]],
      )
    }
  })

  it('leads the service to the api alone, and has a budget for each deployment that lets one stay', () => {
    const labelsOf = (role: string) =>
      ofKind('Deployment').find(({ metadata }) => metadata.name === `calls-${role}`)!.spec.template.metadata
        .labels
    const service = ofKind('Service')[0]!.spec.selector as Labels
    assert.ok(contains(labelsOf('api'), service))
    assert.ok(!contains(labelsOf('worker'), service))
    const budgets = ofKind('PodDisruptionBudget')
    for (const role of ['api', 'worker'] as const) {
      const mine = budgets.filter(({ spec }) =>
        contains(labelsOf(role), (spec.selector as { matchLabels: Labels }).matchLabels),
      )
      assert.equal(mine.length, 1)
      assert.ok(mine[0]!.spec.maxUnavailable! < (values[role] as { replicas: number }).replicas)
    }
  })
})
