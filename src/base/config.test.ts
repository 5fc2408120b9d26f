import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { ConfigFault, readConfig, serviceUrlOf } from './config.ts'

describe('readConfig', () => {
  it('has the defaults of docs/operating.md', () => {
    assert.deepEqual(readConfig({}), {
      port: 8080,
      workerPort: null,
      metricsPort: null,
      shutdownDelaySeconds: null,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseReadUrl: [],
      replicaLagSeconds: 2,
      directoryUrl: null,
      cell: null,
      dataDir: path.resolve('data'),
      publicUrl: null,
      secretKey: null,
      logLevel: 'info',
      privateHosts: [],
      crawlPrivateHosts: [],
      modelPrivateHosts: [],
      trustedProxies: [],
      otelExporterOtlpEndpoint: null,
      otelExporterOtlpHeaders: null,
      otelServiceName: 'switchboard',
      otelTracesSamplerArg: 1,
      listenKey: null,
    })
  })

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ PORT: '', DATABASE_URL: '' }).port, 8080)
  })

  it('removes the trailing slash of PUBLIC_URL', () => {
    assert.equal(readConfig({ PUBLIC_URL: 'https://a.example/x/' }).publicUrl, 'https://a.example/x')
    assert.equal(readConfig({ PUBLIC_URL: 'https://a.example/' }).publicUrl, 'https://a.example')
  })

  it('writes scheme and host of PUBLIC_URL in small letters', () => {
    assert.equal(readConfig({ PUBLIC_URL: 'HTTPS://A.example:8443/X' }).publicUrl, 'https://a.example:8443/X')
  })

  it('opens the private hosts of both names of the setting', () => {
    const { privateHosts } = readConfig({ PRIVATE_HOSTS: 'A.internal', CRAWL_PRIVATE_HOSTS: 'b:8080, c' })
    assert.deepEqual(privateHosts, ['a.internal', 'b:8080', 'c'])
  })

  it('reads up to eight replicas beside DATABASE_URL', () => {
    const one = 'postgres://a@replica/x'
    const read = (count: number) =>
      readConfig({ DATABASE_URL: 'postgres://a', DATABASE_READ_URL: Array(count).fill(one).join(', ') })
    assert.deepEqual(read(2).databaseReadUrl, [one, one])
    assert.throws(() => read(9), ConfigFault)
  })

  it('takes every address that the driver takes', () => {
    for (const address of [
      'postgres://h',
      'postgresql://u:p%23w@h:5432/db?sslmode=disable',
      'postgres://u:50%@h/db',
      'postgres://u@/db?host=/run/postgresql',
      'postgres:///db?host=%2Frun',
      'postgres://u@[::1]:5432/db',
    ])
      assert.equal(readConfig({ DATABASE_URL: address }).databaseUrl, address)
  })

  const badAddresses = [
    'postgres://u:secret#w@h/db',
    'postgres://u:1#secret@h/db',
    'postgres://u:secret@h:port/db',
    'postgres://u:secret@h:70000/db',
    'postgres://u:secret@h/db?port=none',
    'postgres://u:secret%ff@h/db',
    'postgres://u:secret@h/db?sslrootcert=/nowhere/root.crt',
  ]
  it('refuses a bad replica, though the database and another replica are good', () => {
    for (const address of badAddresses)
      assert.throws(
        () => readConfig({ DATABASE_URL: 'postgres://a', DATABASE_READ_URL: `postgres://b,${address}` }),
        /^ConfigFault: DATABASE_READ_URL: each address (must|names)/,
      )
  })

  // `URL` takes these, and drops or adds what a provider that is given the text does not.
  const badUrls = [
    'https://x\n',
    ' https://x',
    'https://x/a b',
    'https://x/?',
    'https://x/#',
    'https:x',
    'https:\\\\x',
  ]
  const bad: Record<string, string[]> = {
    PORT: ['http', '-1', '65536', '80.5', ' 80'],
    METRICS_PORT: ['none'],
    SHUTDOWN_DELAY_SECONDS: ['-1', '1.5', '301', 'soon'],
    HOST: ['not a host', 'a/b'],
    DATABASE_URL: ['mysql://x', 'localhost', ...badAddresses],
    DATABASE_READ_URL: ['mysql://x', 'postgres://a/b', 'postgres://a,localhost', 'postgres://a,'],
    REPLICA_LAG_SECONDS: ['0', '11', '1.5', 'soon'],
    DIRECTORY_URL: ['localhost', ...badAddresses],
    CELL: ['A', '1a', 'a b'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'http://x/?a=1', 'http://x\n'],
    OTEL_EXPORTER_OTLP_HEADERS: ['key', 'a=b,', 'a=%zz', 'a=%ff'],
    OTEL_TRACES_SAMPLER_ARG: ['-1', '1.5', '2', 'all', '.5'],
    PUBLIC_URL: [
      'calls.example.com',
      'ftp://x',
      'https://x/?a=1',
      'https://u@x/',
      'https://:p@x/',
      ...badUrls,
    ],
    SECRET_KEY: ['short', Buffer.alloc(31).toString('base64')],
    LOG_LEVEL: ['loud'],
    TRUSTED_PROXIES: ['proxy', '10.0.0.0/33', '10.0.0.1/', '::1/129', '10.0.0.0/8/8'],
    LISTEN_KEY: ['key', 'svc_user_00000000000000000000000000000000'],
    PRIVATE_HOSTS: ['a b', 'http://x', '10.0.0.256', 'intranet:99999', '[::1::]'],
    CRAWL_PRIVATE_HOSTS: ['a b', 'http://x', '10.0.0.256'],
    MODEL_PRIVATE_HOSTS: ['a b', 'https://x/v1', '10.0.0.256'],
  }
  for (const [name, values] of Object.entries(bad)) {
    it(`refuses a bad ${name} with one line that names it`, () => {
      for (const value of values) {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error) =>
            error instanceof ConfigFault &&
            error.message.startsWith(name) &&
            !/\n|secret/.test(error.message),
          value,
        )
      }
    })
  }
})

describe('serviceUrlOf', () => {
  const urlOf = (environment: Record<string, string>) => serviceUrlOf(readConfig(environment))

  it('is PUBLIC_URL, or the address that the service listens on, an IPv6 address in brackets', () => {
    assert.equal(urlOf({ PUBLIC_URL: 'https://calls.example.com', HOST: '::1' }), 'https://calls.example.com')
    assert.equal(urlOf({}), 'http://127.0.0.1:8080')
    assert.equal(urlOf({ HOST: '::1', PORT: '9000' }), 'http://[::1]:9000')
    assert.equal(new URL(urlOf({ HOST: '::1', PORT: '9000' })).port, '9000')
  })
})
