import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privateHostsOf } from './private-hosts.ts'

test('a host is opened for all its ports, or for one port', () => {
  const hosts = privateHostsOf(['wiki.corp', 'docs.corp:8080', '10.0.0.5:80', '[::1]:9000', '[fd00::1]'])
  const opened: [string, number][] = [
    ['wiki.corp', 80],
    ['WIKI.corp.', 8443],
    ['docs.corp', 8080],
    ['10.0.0.5', 80],
    ['[::1]', 9000],
    ['::1', 9000],
    ['[fd00::1]', 443],
  ]
  const closed: [string, number][] = [
    ['docs.corp', 80],
    ['docs.corp', 443],
    ['a.wiki.corp', 80],
    ['corp', 80],
    ['10.0.0.5', 443],
    ['10.0.0.50', 80],
    ['[::1]', 80],
    ['localhost', 9000],
    ['', 80],
  ]
  for (const [hostname, port] of opened) assert(hosts.has(hostname, port), `${hostname} ${port}`)
  for (const [hostname, port] of closed) assert(!hosts.has(hostname, port), `${hostname} ${port}`)
})

test('an address is opened, in any spelling', () => {
  const hosts = privateHostsOf(['127.1:80', '[0:0:0:0:0:0:0:1]:80', 'WIKI.Corp'])
  assert(hosts.has('127.0.0.1', 80) && hosts.has('[::1]', 80) && hosts.has('wiki.corp', 1))
})

test('an entry that is not a host is refused at startup', () => {
  const entries = [
    '',
    ':80',
    '::1',
    'wiki.corp:65536',
    'wiki.corp:',
    'http://wiki.corp',
    'a@b',
    '[::1',
    '1.2.3.4.5',
  ]
  for (const entry of entries) assert.throws(() => privateHostsOf([entry]), TypeError, entry)
})
