import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|\/.*)?$/

/**
 * Returns where this machine reaches the database, for the record of the one in service: host, port and name of a
 * `postgres://` address, without user and password. An address that means this machine has its name.
 */
export function addressOfUrl(databaseUrl: string, machine = hostname()): string {
  const { host, port, database = '' } = new Client({ connectionString: databaseUrl })
  const place = loopback.test(host) ? `${host}@${machine}` : host
  return `${place}:${port}/${database}`.toLowerCase()
}

/**
 * Returns the identity of the embedded database's folder. A copy, or a folder that a restore has made, has another
 * number or date of birth. A folder that is moved on its disk, or whose files are put back, keeps both.
 */
export function addressOfFolder(dataDir: string): string {
  const { ino, birthtimeMs } = statSync(path.join(dataDir, 'postgres'))
  return `folder ${ino} of ${Math.floor(birthtimeMs)}`
}
