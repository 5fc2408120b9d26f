import type { PlacedFault } from '../../base/faults.ts'
import { privateHostsOf } from '../../providers/web/guard/private-hosts.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import { endpointFields } from '../../webhooks/endpoints/endpoint-fields.ts'
import { addressFault } from '../../webhooks/endpoints/reachable-address.ts'
import type { Outline } from './outline.ts'
import { memberOf } from './sort-faults.ts'

/** Returns faults for addresses of webhook endpoints that nothing could be sent to. */
export function endpointAddressFaults(
  value: unknown,
  { organizations }: Outline,
  privateHosts: PrivateHosts = privateHostsOf([]),
): PlacedFault[] {
  const records = organizations.flatMap(({ projects }) => projects.flatMap((project) => project.records))
  return records.flatMap((record) => {
    if (record.section !== 'webhook_endpoints') return []
    const path = [...record.path, 'url']
    // The schema reports what is no address.
    const url = endpointFields.url.safeParse(path.reduce<unknown>(memberOf, value))
    const message = url.success ? addressFault(url.data, privateHosts) : null
    return message === null ? [] : [{ path, message }]
  })
}
