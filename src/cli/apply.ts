import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { formatFault } from '../base/faults.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import { createHintPublisher } from '../hints/publish-hints.ts'
import { applyDeclaration } from '../operator/apply/apply-declaration.ts'
import type { AppliedTree } from '../operator/apply/apply-declaration.ts'
import { describeDifferences, showDifferences } from '../operator/apply/describe-differences.ts'
import { parseDeclaration } from '../operator/apply/parse-declaration.ts'
import { privateHostsOf } from '../providers/web/guard/private-hosts.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { readTextFile } from './read-text-file.ts'
import { loadSecretKey } from './secret-key.ts'

export function addApply(program: Command, config: () => Config): void {
  program
    .command('apply')
    .description('make the database match a declaration, YAML or JSON; all of it or, at any fault, nothing')
    .argument('<file>', 'the declaration')
    .option('--json', 'print the tree with ids, and the values of new keys, as one JSON document')
    .option('--dry-run', 'change nothing; print what would change, and whose values it would overwrite')
    .action(async (file: string, { json, dryRun = false }: { json?: true; dryRun?: boolean }) => {
      const settings = config()
      const parsed = parseDeclaration(await readTextFile(file))
      const refused = `${file} is refused, nothing was changed`
      if (!parsed.ok) throw new CommandFault(refused, parsed.faults)
      await using opened = await openMigrated(settings, { mayCreate: true })
      const secretBox = createSecretBox(await loadSecretKey(settings))
      const privateHosts = privateHostsOf(settings.privateHosts)
      const context = { db: opened.db, clock: opened.clock, newId: uuidv7, secretBox, privateHosts }
      const options = { actor: commandActor('apply'), dryRun }
      const applied = await applyDeclaration(context, parsed.value, options)
      if (!applied.ok) throw new CommandFault(refused, applied.faults)
      const { created, updated, unchanged } = applied.changes
      const warnings = applied.warnings.map((warning) => `Warning: ${formatFault(warning)}.`)
      if (dryRun) {
        const differences = showDifferences(applied.tree, applied.differences)
        if (json)
          return printJson({
            dry_run: true,
            changes: applied.changes,
            differences,
            warnings: applied.warnings,
          })
        printLine(`Would be applied: ${created} created, ${updated} updated, ${unchanged} unchanged.`)
        for (const line of describeDifferences(differences, context.clock.now())) printLine(`  ${line}`)
        for (const warning of warnings) printLine(warning)
        return
      }
      const hints = createHintPublisher({ db: opened.db, log: { debug: () => {} } })
      for (const { _id: organization_id } of applied.tree.organizations)
        hints.publish({ topic: 'config', organization_id, project_id: null, ids: null })
      await hints.flush()
      if (json) return printJson({ ...applied.tree, warnings: applied.warnings })
      printLine(`Applied: ${created} created, ${updated} updated, ${unchanged} unchanged.`)
      printTree(applied.tree)
      for (const warning of warnings) printLine(warning)
    })
}

/**
 * Prints every record with its id, one a line, indented by parent. The line of a new key shows the key, and that of an
 * endpoint whose secret was made shows the secret; no later run does.
 */
function printTree(tree: AppliedTree): void {
  for (const organization of tree.organizations) {
    printLine(`${organization._id}  ${organization.name}`)
    for (const { _id, name, ...sections } of organization.projects) {
      printLine(`  ${_id}  ${name}`)
      for (const [section, records] of Object.entries(sections)) {
        for (const record of records) {
          const label = 'number' in record ? record.number : record.name
          const value = valueMade(record)
          const shown = value === undefined ? '' : `  ${value} (shown this once)`
          printLine(`    ${record._id}  ${section}: ${label}${shown}`)
        }
      }
    }
  }
}

/** Returns what only the run that made it shows: the value of a key, or the secret of an endpoint. */
function valueMade(record: object): string | undefined {
  const { key, secret }: { key?: string; secret?: string } = record
  return key ?? secret
}
