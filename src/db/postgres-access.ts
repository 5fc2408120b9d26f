import { randomBytes } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { Client, DatabaseError } from 'pg'
import { HostFault } from './postgres-account.ts'
import { nameOfUser } from './postgres-account.ts'
import type { Account } from './postgres-account.ts'

/** The role that the service connects as. It owns its database and is not a superuser. */
export const serviceRole = 'switchboard'
export const serviceDatabase = 'switchboard'
/**
 * The cluster's superuser, used at start to set up the roles. Only root and the service's own user may connect as it.
 */
export const adminRole = 'switchboard_admin'
/** A temporary superuser for clusters of an earlier version, in which the service's role was the superuser. */
const takeoverRole = 'switchboard_takeover'
const prepareLock = 8_020_326_115

/**
 * Writes who may connect: over the unix socket only, and only users whom the operating system identifies (peer
 * authentication). It is written at each start, because the service may run as another user than before.
 */
export async function writeAccessRules(cluster: string, account: Account | null): Promise<void> {
  const self = nameOfSelf()
  const dataFolder = lstatSync(path.dirname(cluster))
  const folderOwner =
    dataFolder.uid === 0 ? null : process.getuid?.() === 0 ? nameOfUser(dataFolder.uid) : null
  const admins = new Set(['root', self])
  const lines = [...new Set([...admins, ...(folderOwner === null ? [] : [folderOwner])])].map((user) => [
    user,
    serviceRole,
  ])
  for (const user of admins) lines.push([user, adminRole], [user, takeoverRole])
  const map = lines.map(([user, role]) => `switchboard "${user}" ${role}\n`).join('')
  await replaceFile(cluster, 'pg_hba.conf', 'local all all peer map=switchboard\n', account)
  await replaceFile(cluster, 'pg_ident.conf', map, account)
}

function nameOfSelf(): string {
  try {
    return userInfo().username
  } catch (cause) {
    throw new HostFault(
      'the current user has no name in /etc/passwd, which PostgreSQL needs; start as another user',
      {
        cause,
      },
    )
  }
}

/**
 * Writes a new file and renames it over the old one. The account may have placed a link there, which root must not
 * follow.
 */
async function replaceFile(
  folder: string,
  name: string,
  text: string,
  account: Account | null,
): Promise<void> {
  const temporary = path.join(folder, `${name}.${randomBytes(8).toString('hex')}`)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(text)
    if (account !== null) await file.chown(account.uid, account.gid)
  } finally {
    await file.close()
  }
  await rename(temporary, path.join(folder, name))
}

/**
 * Creates the service's role and database when they are missing, and limits the role to the rights it needs. Converts a
 * cluster of an earlier version, whose only role was the superuser.
 *
 * @returns false when the server does not accept connections yet.
 */
export async function prepareRoles(socketDir: string): Promise<boolean> {
  let admin = await connectAs(socketDir, adminRole)
  if (admin === 'no role') {
    await convertSuperuser(socketDir)
    admin = await connectAs(socketDir, adminRole)
  }
  if (admin === 'not running') return false
  if (admin === 'no role') throw new HostFault(`PostgreSQL does not let this user connect as ${adminRole}`)
  try {
    await admin.query('select pg_advisory_lock($1)', [prepareLock])
    await admin.query(`drop role if exists ${takeoverRole}`)
    const { rows } = await admin.query('select 1 from pg_roles where rolname = $1', [serviceRole])
    if (rows.length === 0) await admin.query(`create role ${serviceRole} login`)
    await admin.query(
      `alter role ${serviceRole} with nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
    )
    // For the import, which checks foreign keys for whole sets instead of row by row. It gives no rights outside the
    // database.
    await admin.query(`grant set on parameter session_replication_role to ${serviceRole}`)
    // The service logs statements that fail. PostgreSQL's log would repeat each one.
    await admin.query(`alter role ${serviceRole} set log_min_messages = log`)
    await createServiceDatabase(admin)
    await transferDatabases(socketDir, admin)
  } finally {
    await admin.end()
  }
  return true
}

async function createServiceDatabase(admin: Client): Promise<void> {
  const { rows } = await admin.query('select 1 from pg_database where datname = $1', [serviceDatabase])
  if (rows.length === 0) await admin.query(`create database ${serviceDatabase} owner ${serviceRole}`)
}

async function connectAs(
  socketDir: string,
  role: string,
  database = 'postgres',
): Promise<Client | 'not running' | 'no role'> {
  const client = new Client({ host: socketDir, user: role, database, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    return error instanceof DatabaseError && error.code === '28000' ? 'no role' : 'not running'
  }
}

/**
 * Renames the first superuser from the service's role to the administrator's, and creates the service's role again, in
 * one transaction. The first superuser can't lose that right and can't rename itself, so a temporary superuser does it.
 */
async function convertSuperuser(socketDir: string): Promise<void> {
  const old = await connectAs(socketDir, serviceRole)
  if (typeof old === 'string') return
  try {
    await old.query(`create role ${takeoverRole} superuser login`).catch((error: unknown) => {
      // A start that was killed midway has created it already.
      if (!(error instanceof DatabaseError && error.code === '42710')) throw error
    })
  } finally {
    await old.end()
  }
  const client = await connectAs(socketDir, takeoverRole)
  if (typeof client === 'string') return
  try {
    await client.query(
      `begin; alter role ${serviceRole} rename to ${adminRole}; create role ${serviceRole} login; commit`,
    )
  } finally {
    await client.end()
  }
}

/**
 * Makes the service's role the owner of databases, tables and functions that an earlier version created as superuser.
 */
async function transferDatabases(socketDir: string, admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database
    where datdba = (select oid from pg_roles where rolname = $1) and datallowconn
      and datname not in ('postgres', 'template0', 'template1')`,
    [adminRole],
  )
  for (const { datname } of rows) {
    const client = await connectAs(socketDir, adminRole, datname)
    if (typeof client === 'string')
      throw new HostFault(`PostgreSQL does not let this user connect to the database ${datname}`)
    try {
      await client.query(
        `begin; ${transferObjects}; alter database ${client.escapeIdentifier(datname)} owner to ${serviceRole}; commit`,
      )
    } finally {
      await client.end()
    }
  }
}

/** Sequences of a column change owner with their table. Objects of an extension keep their owner. */
const transferObjects = `do $$
declare command text;
begin
  for command in
    select format('alter table %s owner to ${serviceRole}', c.oid::regclass)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and d.deptype in ('a', 'e', 'i'))
    union all
    select format('alter routine %s owner to ${serviceRole}', p.oid::regprocedure)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
        and d.deptype = 'e')
  loop
    execute command;
  end loop;
end $$`
