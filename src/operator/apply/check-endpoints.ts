import { isIP } from 'node:net'
import type { PlacedFault } from '../../base/faults.ts'
import { memberOf } from '../../base/unknown-shape.ts'
import { privateHostsOf } from '../../providers/web/guard/private-hosts.ts'
import type { PrivateHosts } from '../../providers/web/guard/private-hosts.ts'
import { isPublicAddress } from '../../providers/web/guard/public-address.ts'
import { readTarget } from '../../providers/web/guard/target.ts'
import { endpointFields } from '../../webhooks/endpoints/endpoint-fields.ts'
import { addressFault } from '../../webhooks/endpoints/reachable-address.ts'
import { ApiUrl } from './fields.ts'
import type { Outline, OutlinedProject, OutlinedRecord, SectionName } from './outline.ts'

/** The sections whose records have an `api_url`. */
const withApiUrl: ReadonlySet<SectionName> = new Set(['voice_carriers', 'whatsapp_senders'])

/**
 * Returns faults for addresses of APIs of carriers and senders that lead to private hosts, but for stored ones: an
 * operator may have given these. For what an operator declares it is not called.
 *
 * @param storedOf returns the fields of a stored record; undefined where it is a new one.
 */
export function apiAddressFaults(
  value: unknown,
  { organizations }: Outline,
  storedOf: (project: OutlinedProject, record: OutlinedRecord) => Record<string, unknown> | undefined,
  privateHosts: PrivateHosts = privateHostsOf([]),
): PlacedFault[] {
  return organizations.flatMap(({ projects }) =>
    projects.flatMap((project) =>
      project.records.flatMap((record) => {
        if (!withApiUrl.has(record.section)) return []
        const path = [...record.path, 'api_url']
        // The schema reports what is no address.
        const url = ApiUrl.safeParse(path.reduce<unknown>(memberOf, value))
        if (!url.success || url.data === storedOf(project, record)?.['api_url']) return []
        const message = apiAddressFault(url.data, privateHosts)
        return message === null ? [] : [{ path, message }]
      }),
    ),
  )
}

function apiAddressFault(url: string, privateHosts: PrivateHosts): string | null {
  const target = readTarget(url, privateHosts)
  const isPrivate =
    target.kind === 'target' &&
    isIP(target.hostname) !== 0 &&
    !isPublicAddress(target.hostname) &&
    !privateHosts.has(target.hostname, target.port)
  return isPrivate
    ? 'must be of a public host, unless the operator names the host in PRIVATE_HOSTS'
    : addressFault(url, privateHosts)
}

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
