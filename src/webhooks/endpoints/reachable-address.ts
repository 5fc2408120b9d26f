import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import { readTarget } from '../../providers/web/guard/target.ts'

const plain = 'must be https; http is only for hosts that the operator has named in PRIVATE_HOSTS'
const named = 'unless the operator names the host in PRIVATE_HOSTS'

/**
 * Returns why nothing can ever be sent to an address, as far as its text shows; null: it can. What its host resolves to
 * is checked at each delivery.
 */
export function addressFault(url: string, privateHosts: PrivateHosts): string | null {
  const target = readTarget(url, privateHosts)
  if (target.kind === 'refused') {
    const { reason, detail } = target
    return `can not be reached: ${detail}${reason === 'private_address' || reason === 'port' ? `, ${named}` : ''}`
  }
  const isPlain = target.url.protocol === 'http:'
  return isPlain && !privateHosts.has(target.hostname, target.port) ? plain : null
}
