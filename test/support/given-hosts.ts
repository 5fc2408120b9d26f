import type { ConnectionRules } from '../../src/providers/web/guard/checked-connection.ts'
import { privateHostsOf } from '../../src/providers/web/guard/private-hosts.ts'
import { createResolver } from '../../src/providers/web/guard/resolver.ts'

/** How a service without settings reaches hosts that somebody gave for the APIs of carriers and of WhatsApp. */
export const givenHosts: ConnectionRules = { privateHosts: privateHostsOf([]), lookup: createResolver() }
