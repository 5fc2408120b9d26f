import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Program } from '../program.ts'

/** The ids and keys of a declaration, by the organization's name. */
export type Declared = Record<
  string,
  { organizationId: string; projectId: string; key: string; broadcastIds: Record<string, string> }
>

interface Tree {
  organizations: {
    _id: string
    name: string
    projects: {
      _id: string
      broadcasts: { _id: string; name: string }[]
      api_keys: { key?: string }[]
    }[]
  }[]
}

export async function declare(
  program: Pick<Program, 'command'>,
  folder: string,
  declaration: unknown,
): Promise<Declared> {
  const file = path.join(folder, 'declaration.json')
  writeFileSync(file, JSON.stringify(declaration))
  const { organizations } = JSON.parse(await program.command('apply', file, '--json')) as Tree
  return Object.fromEntries(
    organizations.map(({ _id, name, projects: [project] }) => [
      name,
      {
        organizationId: _id,
        projectId: project?._id ?? '',
        key: project?.api_keys[0]?.key ?? '',
        broadcastIds: Object.fromEntries((project?.broadcasts ?? []).map((each) => [each.name, each._id])),
      },
    ]),
  )
}
