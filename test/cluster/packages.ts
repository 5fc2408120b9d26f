import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The Debian package of each program that the parts start. */
const packages: Record<string, string> = {
  haproxy: 'haproxy',
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  pgbackrest: 'pgbackrest',
  promtool: 'prometheus',
  ip: 'iproute2',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  runuser: 'util-linux',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
}

/** Servers are in folders that the path of a user other than root lacks. */
const usualFolders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']

/** Returns the path of a program; null if this machine lacks it. */
export function findProgram(program: string, folders: readonly string[] = usualFolders): string | null {
  const places = path.isAbsolute(program) ? [program] : folders.map((folder) => path.join(folder, program))
  return places.find(isExecutable) ?? null
}

/** Returns the Debian packages that have to be installed for these programs. */
export function missingPackages(
  programs: readonly string[],
  folders: readonly string[] = usualFolders,
): string[] {
  const missing = programs.filter((program) => findProgram(program, folders) === null)
  return [...new Set(missing.map((program) => packages[program] ?? program))].toSorted()
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
