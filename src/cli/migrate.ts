import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from './open-database.ts'
import { printJson, printLine, printWait } from './output.ts'

export function addMigrate(program: Command, config: () => Config): void {
  program
    .command('migrate')
    .description(
      "bring the database's schema to this version; safe to run twice and from two machines at once",
    )
    .option('--json', 'print one JSON document')
    .action(async ({ json }: { json?: true }) => {
      await using opened = await openDatabase(config(), 'command', { mayCreate: true })
      const applied = await migrate(opened.db, 'cell', printWait)
      if (json) printJson({ applied })
      else printLine(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
    })
}
