import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publicLinkFault } from './public-link.ts'

describe('publicLinkFault', () => {
  for (const link of [
    'https://example.com/a.jpg',
    'HTTPS://EXAMPLE.COM',
    'https://cdn.example.com:8443/a?b=c#d',
    'https://example.com./a',
    'https://münchen.example/straße',
    'https://8.8.8.8/a',
    'https://[2606:4700:4700::1111]/a',
    'https://internal.example.com/a',
    'https://localhost.example.com/a',
    `https://example.com/${'a'.repeat(2_028)}`,
  ])
    it(`takes ${link.slice(0, 60)}`, () => {
      assert.equal(publicLinkFault(link), null)
    })

  const refused: Record<string, readonly string[]> = {
    'must be a public HTTPS URL': [
      '',
      'http://example.com/a.jpg',
      'ftp://example.com/a',
      'data:image/png;base64,AA==',
      'example.com/a.jpg',
      '//example.com/a',
      'https:example.com',
      'https:///example.com',
      'https://',
      ' https://example.com',
      'https://example.com/a b',
      'https://example.com\\@10.0.0.1/',
      'https://exa\nmple.com',
      'https://1.2.3.4.5/',
    ],
    'is not on the public internet': [
      'https://localhost/a',
      'https://LOCALHOST./a',
      'https://a.localhost/a',
      'https://printer/a',
      'https://nas.local/a',
      'https://metadata.google.internal/a',
      'https://router.home.arpa/a',
      'https://127.0.0.1/a',
      'https://127.1/a',
      'https://0x7f000001/a',
      'https://2130706433/a',
      'https://0.0.0.0/a',
      'https://10.1.2.3/a',
      'https://100.64.0.1/a',
      'https://169.254.169.254/latest/meta-data',
      'https://172.16.0.1/a',
      'https://172.31.255.255/a',
      'https://192.168.0.1/a',
      'https://224.0.0.1/a',
      'https://255.255.255.255/a',
      'https://[::]/a',
      'https://[::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://[64:ff9b::a00:1]/a',
      'https://[fe80::1]/a',
      'https://[fd00::1]/a',
      'https://[2001:db8::1]/a',
      'https://[2002:a00:1::]/a',
      'https://[ff02::1]/a',
    ],
    'must not contain a user name or password': ['https://user@example.com/a', 'https://:b@example.com/a'],
    'is longer than 2048 characters': [`https://example.com/${'a'.repeat(2_029)}`],
  }
  for (const [fault, links] of Object.entries(refused))
    for (const link of links)
      it(`refuses ${JSON.stringify(link.slice(0, 60))}: ${fault}`, () => {
        assert.ok(publicLinkFault(link)?.includes(fault), String(publicLinkFault(link)))
      })
})
