import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

const charactersMax = 2_048

/** A URL that Meta fetches from the public internet, without credentials. */
export const PublicLink = z
  .string('must be a string')
  .superRefine((text, context) => {
    const fault = publicLinkFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
  .meta({ format: 'uri', maxLength: charactersMax })

/**
 * Returns why Meta can't fetch this URL, or null. Host names are not resolved, because Meta connects and not this
 * service.
 */
export function publicLinkFault(text: string): string | null {
  if (text.length > charactersMax) return `is longer than ${charactersMax} characters`
  // URL parsers read these characters differently: the host that is checked might not be the host that Meta fetches.
  if (!/^https:\/\/[^/]/i.test(text) || /[\s\\\p{Cc}]/u.test(text)) return wanted
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') return wanted
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  return isPublicHost(url.hostname) ? null : `${wanted}; its host is not on the public internet`
}

const wanted = 'must be a public HTTPS URL, such as https://example.com/picture.jpg'

/** @param hostname in the form that `URL` returns: lower case, IPv4 in four decimal parts, IPv6 in brackets. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const version = isIP(host)
  if (version === 4) return !privateIpv4.check(host, 'ipv4')
  if (version === 6) return globalIpv6.check(host, 'ipv6') && !specialIpv6.check(host, 'ipv6')
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(`.${host}`)
}

/**
 * Multicast, and the addresses that IANA's registry of special-purpose IPv4 addresses lists as not globally reachable.
 */
const privateIpv4 = blocks(
  'ipv4',
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
)

/** The only IPv6 unicast space that has been allocated. */
const globalIpv6 = blocks('ipv6', '2000::/3')

/** Parts of it that are not public: documentation, and tunnel addresses, which may contain a private IPv4 address. */
const specialIpv6 = blocks('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')

function blocks(family: 'ipv4' | 'ipv6', text: string): BlockList {
  const list = new BlockList()
  for (const block of text.trim().split(/\s+/)) {
    const [address = '', bits] = block.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
