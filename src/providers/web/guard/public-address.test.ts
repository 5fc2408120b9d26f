import assert from 'node:assert/strict'
import { test } from 'node:test'
import ipaddr from 'ipaddr.js'
import { isMetadataAddress, isPrivateName, isPublicAddress } from './public-address.ts'

test('addresses just outside of each block are public', () => {
  const addresses = [
    ['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.215.14'],
    ['100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0', '168.63.129.15', '168.63.129.17'],
    ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0'],
    ['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
    ['2001:200::1', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '2606:4700::1111'],
    ['2a00:1450:4001:80e::200e', '2620:4f:8001::1', '3ffd::1', '2606:4700::5eff:7f00:1'],
    ['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8', '64:ff9b::0808:0808'],
  ]
  for (const address of addresses.flat()) assert(isPublicAddress(address), address)
})

test('text that is not an address in its normal form is not public', () => {
  const texts = ['', '127.1', '010.8.8.8', '0x8.8.8.8', '134744072', '8.8.8.8.', ' 8.8.8.8', '8.8.8.8/32']
  for (const text of [...texts, '[2606:4700::1111]', '2606:4700::1111%eth0', 'site.example'])
    assert(!isPublicAddress(text), text)
})

test('no IPv4 address is public that another library lists as special', () => {
  // Six addresses of each /16: its edges and some between.
  for (let high = 0; high < 65_536; high += 1) {
    for (const low of [0x0000, 0x0001, 0x00fe, 0x6300, 0xa9fe, 0xffff]) {
      const address = `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
      if (ipaddr.parse(address).range() !== 'unicast') assert(!isPublicAddress(address), address)
    }
  }
})

test('metadata addresses of clouds are recognized in all forms that lead to them', () => {
  const addresses = ['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16']
  for (const address of [...addresses, 'fd00:ec2::254', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe'])
    assert(isMetadataAddress(address) && !isPublicAddress(address), address)
  for (const address of ['10.0.0.1', '169.254.1.1', '127.0.0.1', '8.8.8.8', 'fd00:ec2::1', 'metadata'])
    assert(!isMetadataAddress(address), address)
})

test('private names are distinguished from public ones', () => {
  const inner = [
    'localhost',
    'Localhost.',
    'a.b.localhost',
    'intranet',
    'wiki.local',
    'x.INTERNAL',
    'nas.home.arpa',
  ]
  for (const name of inner) assert(isPrivateName(name), name)
  for (const name of ['example.com', 'example.com.', 'local.example.com', 'mylocalhost.com', 'home.example'])
    assert(!isPrivateName(name), name)
})
