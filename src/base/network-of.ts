import ipaddr from 'ipaddr.js'

/** Returns the address, of IPv6 the network of 64 bits, since one customer has all of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.')
}
