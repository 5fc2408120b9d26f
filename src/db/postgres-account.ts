import { execFile } from 'node:child_process'
import { accessSync, constants, lstatSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { shellWord } from '../base/private-folder.ts'

/** This machine lacks what the embedded database needs. The message is one line that says how to fix it. */
export class HostFault extends Error {
  override name = 'HostFault'
}

/**
 * The system account that PostgreSQL runs as when the service runs as root, because PostgreSQL refuses to run as root.
 */
export interface Account {
  uid: number
  gid: number
}

/** The account that is created when the machine has none for PostgreSQL. */
const ownAccount = 'switchboard-postgres'
const useraddArgs = [
  '--system',
  '--user-group',
  '--no-create-home',
  '--shell',
  '/usr/sbin/nologin',
  ownAccount,
]

/**
 * Returns the account that PostgreSQL runs as, or null when the service is not root, so that PostgreSQL runs as the
 * same user. An existing cluster keeps its owner, unless that is `nobody`, which other programs share. Otherwise it is
 * `postgres`, or an account created for this.
 *
 * @throws {HostFault} when there is no such account and it can't be created.
 */
export async function accountFor(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = lstatSync(cluster, { throwIfNoEntry: false })
  const nobody = findAccount('nobody')?.uid ?? 65_534
  if (owner !== undefined && owner.uid !== 0 && owner.uid !== nobody)
    return { uid: owner.uid, gid: owner.gid }
  const found = findAccount('postgres') ?? findAccount(ownAccount)
  if (found !== null) return found
  const fault = await promisify(execFile)('useradd', useraddArgs, { timeout: 10_000 }).then(
    () => null,
    (error: Error) => error,
  )
  const made = findAccount(ownAccount)
  if (made === null)
    throw new HostFault(
      `PostgreSQL does not run as root, and there is no account for it: run useradd ${useraddArgs.join(' ')}, or start as another user`,
      { cause: fault },
    )
  return made
}

/** Makes the account the owner of a folder and everything in it. Links change owner themselves; their targets don't. */
export async function giveFolder(folder: string, account: Account | null): Promise<void> {
  if (account === null || lstatSync(folder).uid === account.uid) return
  await promisify(execFile)('chown', ['-hRP', `${account.uid}:${account.gid}`, folder], { timeout: 60_000 })
}

function findAccount(name: string): Account | null {
  const fields = readAccounts().find(([found]) => found === name)
  return fields === undefined ? null : { uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** Returns the name of a user of this machine, or null when there is none. */
export function nameOfUser(uid: number): string | null {
  return readAccounts().find((fields) => Number(fields[2]) === uid)?.[0] ?? null
}

function readAccounts(): string[][] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => line.split(':')).filter((fields) => fields.length > 3)
}

/**
 * Returns the topmost folder above the path that the account can't enter, or null when it can enter all. It ignores the
 * account's further groups and access lists, which could only give more access.
 */
export function closedFolderAbove(place: string, account: Account): string | null {
  const folder = path.dirname(place)
  const above = folder === place ? null : closedFolderAbove(folder, account)
  if (above !== null || folder === place) return above
  const { uid, gid, mode } = statSync(folder)
  const right = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & right) === 0 ? folder : null
}

/** CAP_DAC_READ_SEARCH: its bit in `/proc/self/status`. */
const readSearchBit = 2n

function canReadEverything(): boolean {
  const status = readFileSync('/proc/self/status', 'utf8')
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'
  return ((BigInt(`0x${effective}`) >> readSearchBit) & 1n) === 1n
}

/**
 * Returns the command that runs one of PostgreSQL's programs as the account, without capabilities. The program keeps
 * only the capability to enter closed folders, and only when its own files are below one, such as a clone in `/root`.
 * In that case nobody else with the same account can reach these files to make the program misuse the capability.
 *
 * @throws {HostFault} when this machine can't run it like that.
 */
export function commandFor(
  { program, cluster, account }: { program: string; cluster: string; account: Account | null },
  args: readonly string[],
): { file: string; args: string[] } {
  if (account === null) return { file: program, args: [...args] }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => isExecutable(file))
  if (setpriv === undefined)
    throw new HostFault(
      'PostgreSQL needs setpriv when the service runs as root: install the package util-linux, or start as another user',
    )
  const rights = needsReadSearch(program, cluster, account)
    ? // Without this bit access(2), with which PostgreSQL looks for its programs, ignores the capability.
      ['--securebits=+no_setuid_fixup', '--inh-caps=-all,+dac_read_search', '--ambient-caps=+dac_read_search']
    : ['--inh-caps=-all']
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--no-new-privs']
  return { file: setpriv, args: [...identity, ...rights, program, ...args] }
}

function needsReadSearch(program: string, cluster: string, account: Account): boolean {
  const closedCluster = closedFolderAbove(cluster, account)
  const closed = closedCluster ?? closedFolderAbove(program, account)
  if (closed === null) return false
  if (closedCluster === null)
    throw new HostFault(
      `${closed} is closed to the account that PostgreSQL runs as, the data folder is not: run chmod 700 ${shellWord(path.dirname(cluster))}, or start as another user`,
    )
  if (!canReadEverything())
    throw new HostFault(
      `${closed} is closed to the account that PostgreSQL runs as: run chmod o+x ${shellWord(closed)}, or start as another user`,
    )
  return true
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
