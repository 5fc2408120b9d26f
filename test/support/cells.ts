import type { CellMember } from '../../src/cells/directory/cell-member.ts'
import { insertPlaced, upsertCell } from '../../src/cells/directory/directory-queries.ts'
import type { Clash } from '../../src/cells/directory/directory-queries.ts'
import { syncDirectory } from '../../src/cells/directory/sync-directory.ts'
import type { MoveRequest } from '../../src/cells/move/move-request.ts'
import type { Db } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createTestDatabase } from './database.ts'
import type { Declared } from './declarations.ts'
import { startService } from './service.ts'
import type { Service, ServiceOptions } from './service.ts'

/** Two services, each a cell with an organization of its own, and their directory. */
export interface TwoCells extends AsyncDisposable {
  directory: Db
  directoryUrl: string
  one: Service
  two: Service
  /** Lets both cells read the directory, as their workers do every five seconds. */
  sync: () => Promise<Clash[][]>
}

export async function startTwoCells(
  declared: Declared = {},
  options: ServiceOptions = {},
): Promise<TwoCells> {
  await using stack = new AsyncDisposableStack()
  const { db: directory, databaseUrl: directoryUrl } = stack.use(await createTestDatabase({ isBare: true }))
  await migrate(directory, 'directory')
  const start = async (cell: string, name: string): Promise<Service & { cells: CellMember }> => {
    const cells = { name: cell, directory }
    const service = stack.use(await startService(declared, { ...options, cells, name }))
    const sealed = service.context.secretBox.seal(service.databaseUrl)
    await upsertCell(directory, { name: cell, url: service.url, database_url: sealed })
    const placed = { _id: service.organizationId, name, cell }
    await insertPlaced(directory, placed)
    return { ...service, cells }
  }
  const one = await start('one', 'Acme')
  const two = await start('two', 'Borealis')
  const sync = async (): Promise<Clash[][]> => {
    const clashes: Clash[][] = []
    for (const { context, cells } of [one, two, one])
      clashes.push((await syncDirectory({ ...context, cells })).clashes)
    return clashes
  }
  await sync()
  const held = stack.move()
  return { directory, directoryUrl, one, two, sync, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** Returns the request that moves the organization with which cell one began, without rests. */
export function moveRequestOf(
  cells: TwoCells,
  from: 'one' | 'two' = 'one',
  to: 'one' | 'two' = 'two',
  onStep?: MoveRequest['onStep'],
): MoveRequest {
  const side = (name: 'one' | 'two') => ({ name, url: cells[name].url, db: cells[name].context.db })
  return {
    directory: cells.directory,
    organization: { _id: cells.one.organizationId, name: 'Acme' },
    from: side(from),
    to: side(to),
    share: 1,
    ...(onStep !== undefined && { onStep }),
  }
}
