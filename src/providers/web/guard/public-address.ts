import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

/**
 * Returns whether an address (from a resolver or a socket) belongs to the public internet: global unicast and in none
 * of IANA's special-purpose registries. IPv6 forms that lead to an IPv4 address (mapped, NAT64) are checked like that
 * address. Text that is not an address, or has a zone, is not public.
 */
export function isPublicAddress(address: string): boolean {
  const read = readAddress(address)
  if (read === null) return false
  if (read.kind() === 'ipv4') return !isIn(read, ipv4NotPublic)
  return isIn(read, ipv6Unicast) && !isIn(read, ipv6NotPublic) && !isIsatap(read)
}

/**
 * Returns whether an address is a cloud's metadata service, from which a machine gets its secrets. No configuration
 * opens these: an operator who opens an internal host does not mean the machine's keys.
 */
export function isMetadataAddress(address: string): boolean {
  const read = readAddress(address)
  return read !== null && isIn(read, metadata)
}

/**
 * Returns whether a host name (not an address) exists in private networks only. Such names are never looked up, so that
 * neither a hosts file nor a search list can resolve them. Takes the form of `URL.hostname`, with or without a final
 * dot.
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || privateSuffixes.some((suffix) => name.endsWith(suffix))
}

/**
 * Special-use names (RFC 6761, 6762, 8375), names that private networks use (RFC 6762, appendix G), and those of
 * Kubernetes. They include the metadata names of clouds: `metadata.google.internal` and `instance-data.ec2.internal`.
 * `metadata` and `instance-data` are private because they have no dot.
 */
const privateSuffixes = [
  '.localhost',
  '.localdomain',
  '.local',
  '.internal',
  '.intranet',
  '.private',
  '.corp',
  '.home',
  '.lan',
  '.svc',
  '.arpa',
]

type Block = [IPv4 | IPv6, number]

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast and reserved blocks. */
const ipv4NotPublic = blocksOf([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind a carrier's NAT; Alibaba's metadata is 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's internal services; in no registry
  '169.254.0.0/16', // link-local; the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata is 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112: reverse DNS of private addresses
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
])

const ipv6Unicast = blocksOf(['2000::/3'])

/** https://www.iana.org/assignments/iana-ipv6-special-registry, the blocks within 2000::/3. */
const ipv6NotPublic = blocksOf([
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: reaches any IPv4 address that the sender chooses
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the former 6bone
  '3fff::/20', // documentation
])

const metadata = blocksOf([
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.170.23/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
])

/**
 * IPv6 addresses that the machine or a translator turns into the IPv4 address in their last 32 bits. Other forms that
 * contain one (IPv4-compatible, 6to4, Teredo, ISATAP, a network's own NAT64) never count as public.
 */
const ipv4Inside = blocksOf(['::ffff:0:0/96', '64:ff9b::/96'])

function readAddress(address: string): IPv4 | IPv6 | null {
  // Node's parser first: ipaddr.js also accepts octal, hexadecimal and shortened IPv4.
  if (isIP(address) === 0 || address.includes('%')) return null
  const read = ipaddr.parse(address)
  return isIn(read, ipv4Inside) ? ipaddr.fromByteArray(read.toByteArray().slice(-4)) : read
}

/** Returns whether the interface identifier ends in an IPv4 address (RFC 5214, section 6.1), under any prefix. */
function isIsatap(address: IPv4 | IPv6): boolean {
  const [first, second, third, fourth] = address.toByteArray().slice(8)
  return (first === 0 || first === 2) && second === 0 && third === 0x5e && fourth === 0xfe
}

function isIn(address: IPv4 | IPv6, blocks: readonly Block[]): boolean {
  return blocks.some(([start, bits]) => address.kind() === start.kind() && address.match(start, bits))
}

function blocksOf(texts: readonly string[]): readonly Block[] {
  return texts.map((text) => ipaddr.parseCIDR(text))
}
