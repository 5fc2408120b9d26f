import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { ConfigFault, readConfig } from './config.ts'

describe('readConfig', () => {
  it('has the defaults of docs/operating.md', () => {
    assert.deepEqual(readConfig({}), {
      port: 8080,
      workerPort: null,
      metricsPort: null,
      shutdownDelaySeconds: null,
      host: '127.0.0.1',
      databaseUrl: null,
      dataDir: path.resolve('data'),
      publicUrl: null,
      secretKey: null,
      logLevel: 'info',
      crawlPrivateHosts: [],
      modelPrivateHosts: [],
      trustedProxies: [],
    })
  })

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ PORT: '', DATABASE_URL: '' }).port, 8080)
  })

  it('removes the trailing slash of PUBLIC_URL', () => {
    assert.equal(readConfig({ PUBLIC_URL: 'https://a.example/x/' }).publicUrl, 'https://a.example/x')
  })

  const bad: Record<string, string[]> = {
    PORT: ['http', '-1', '65536', '80.5', ' 80'],
    METRICS_PORT: ['none'],
    SHUTDOWN_DELAY_SECONDS: ['-1', '1.5', '301', 'soon'],
    HOST: ['not a host', 'a/b'],
    DATABASE_URL: ['mysql://x', 'localhost'],
    PUBLIC_URL: ['calls.example.com', 'ftp://x', 'https://x/?a=1', 'https://u@x/'],
    SECRET_KEY: ['short', Buffer.alloc(31).toString('base64')],
    LOG_LEVEL: ['loud'],
    TRUSTED_PROXIES: ['proxy', '10.0.0.0/33', '10.0.0.1/', '::1/129', '10.0.0.0/8/8'],
    CRAWL_PRIVATE_HOSTS: ['a b', 'http://x'],
    MODEL_PRIVATE_HOSTS: ['a b', 'https://x/v1'],
  }
  for (const [name, values] of Object.entries(bad)) {
    it(`refuses a bad ${name} with one line that names it`, () => {
      for (const value of values) {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error) =>
            error instanceof ConfigFault && error.message.startsWith(name) && !error.message.includes('\n'),
          value,
        )
      }
    })
  }
})
