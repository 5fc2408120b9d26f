import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

/**
 * Whether an address, as a resolver or a socket names it, is one of a host of the open internet: global unicast and in
 * none of IANA's special-purpose registries. An IPv4 address is judged the same inside the IPv6 forms that lead to it
 * (mapped, NAT64). What is no address, or bears a zone, is not public.
 */
export function isPublicAddress(address: string): boolean {
  const read = readAddress(address)
  if (read === null) return false
  if (read.kind() === 'ipv4') return !isIn(read, ipv4NotPublic)
  return isIn(read, ipv6Unicast) && !isIn(read, ipv6NotPublic) && !isIsatap(read)
}

/**
 * Whether an address is where a cloud tells a machine its own secrets. No configuration opens these: whoever names an
 * internal host did not mean its machine's keys.
 */
export function isMetadataAddress(address: string): boolean {
  const read = readAddress(address)
  return read !== null && isIn(read, metadata)
}

/**
 * Whether a host name (not an address) is one that only an inner network knows: never looked up, so that neither a
 * hosts file nor a search list of the resolver can give it a meaning. Takes it as `URL.hostname` has it, with or without
 * the dot at the end.
 */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || privateSuffixes.some((suffix) => name.endsWith(suffix))
}

/**
 * Names of special use (RFC 6761, 6762, 8375), those that networks use for themselves (RFC 6762, appendix G), and
 * Kubernetes' own. A cloud's metadata names are among them: `metadata.google.internal`, `instance-data.ec2.internal`,
 * and, without a dot, `metadata` and `instance-data`.
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

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and what no host is addressed by. */
const ipv4NotPublic = blocksOf([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind a carrier's NAT; Alibaba's metadata is 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's inside: no registry has it
  '169.254.0.0/16', // link-local; the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata is 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112: answers to questions about private addresses
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and the broadcast
])

const ipv6Unicast = blocksOf(['2000::/3'])

/** https://www.iana.org/assignments/iana-ipv6-special-registry, as far as it lies within 2000::/3. */
const ipv6NotPublic = blocksOf([
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: leads to an IPv4 address of the sender's choice
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
 * IPv6 addresses that the machine or a translator on its way turns into the IPv4 address in their last 32 bits. The
 * other forms that hold one (IPv4-compatible, 6to4, Teredo, ISATAP, a network's own NAT64) never count as public.
 */
const ipv4Inside = blocksOf(['::ffff:0:0/96', '64:ff9b::/96'])

function readAddress(address: string): IPv4 | IPv6 | null {
  // Node's own reader first: the other one also takes octal, hexadecimal and shortened IPv4.
  if (isIP(address) === 0 || address.includes('%')) return null
  const read = ipaddr.parse(address)
  return isIn(read, ipv4Inside) ? ipaddr.fromByteArray(read.toByteArray().slice(-4)) : read
}

/** An interface identifier that ends in an IPv4 address (RFC 5214, section 6.1), under any prefix. */
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
