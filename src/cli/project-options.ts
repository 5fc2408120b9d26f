import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { selectProjectByNames } from '../projects/queries.ts'
import { CommandFault } from './output.ts'

/** Adds the options that name the project of a command. */
export function ofProject(command: Command): Command {
  return command
    .requiredOption('--organization <name or id>', 'the organization')
    .requiredOption('--project <name or id>', 'one of its projects')
}

/**
 * Returns the project that the options name.
 *
 * @throws {CommandFault} where there is none.
 */
export async function findProject(db: Db, options: { organization: string; project: string }) {
  const found = await selectProjectByNames(db, options.organization, options.project)
  if (found === null) throw noProject(options)
  return found
}

export function noProject(named: { organization?: string | undefined; project?: string | undefined }) {
  const what = named.project === undefined ? 'project' : `project ${named.project}`
  return new CommandFault(`there is no ${what} in an organization ${named.organization}`)
}
