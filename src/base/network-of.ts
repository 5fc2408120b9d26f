import ipaddr from 'ipaddr.js'

/**
 * Returns an IPv4 address itself, and the /64 network of an IPv6 address, because one customer has the whole network.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}
