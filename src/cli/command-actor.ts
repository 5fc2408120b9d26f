import { hostname, userInfo } from 'node:os'
import type { Actor } from '../audit/record-change.ts'

/** Returns the actor of a command for the audit: the system's user and host, such as `ada@server-1`. */
export function commandActor(via: 'apply' | 'command' = 'command'): Actor {
  return { kind: 'cli', id: null, name: `${userName()}@${hostname()}`, via, requestId: null }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that the system has no name for.
    return `user ${process.getuid?.() ?? ''}`.trim()
  }
}
