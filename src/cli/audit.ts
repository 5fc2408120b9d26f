import { Option } from 'commander'
import type { Command } from 'commander'
import { selectChanges } from '../audit/queries.ts'
import type { ChangeRow } from '../audit/queries.ts'
import { changedKinds } from '../audit/record-change.ts'
import type { Config } from '../base/config.ts'
import { parseMoment, parseUntil } from '../filters/instants.ts'
import { selectOrganizationByName } from '../users/queries.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'

interface AuditOptions {
  organization: string
  person?: string
  kind?: string
  record?: string
  from?: string
  to?: string
  limit: string
  json?: true
}

const limitMax = 1_000

export function addAudit(program: Command, config: () => Config): void {
  program
    .command('audit')
    .description('who changed what in the configuration of an organization, newest first')
    .requiredOption('--organization <name or id>', 'the organization')
    .option('--person <name or id>', 'only changes by this person, key or command')
    .addOption(new Option('--kind <kind>', 'only changes of such records').choices(changedKinds))
    .option('--record <id>', 'only changes of this record')
    .option(
      '--from <instant>',
      'only changes from this instant on, such as 2026-11-20 or 2026-11-20T08:00:00Z',
    )
    .option('--to <instant>', 'only changes before this instant, or until the end of this day')
    .option('--limit <count>', `how many at most, 1 to ${limitMax}`, '50')
    .option('--json', 'print one JSON document')
    .action((options: AuditOptions) => audit(config(), options))
}

async function audit(config: Config, options: AuditOptions): Promise<void> {
  const filter = {
    person: options.person ?? null,
    kind: options.kind ?? null,
    record_id: options.record?.toLowerCase() ?? null,
    field: null,
    from: instant('--from', options.from, parseFrom),
    to: instant('--to', options.to, parseUntil),
    project_ids: null,
  }
  if (filter.from !== null && filter.to !== null && filter.to <= filter.from)
    throw new CommandFault('--to must be later than --from')
  const limit = Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax)
    throw new CommandFault(`--limit must be a whole number from 1 to ${limitMax}`)
  await using opened = await openMigrated(config)
  const { db } = opened
  const organization = await selectOrganizationByName(db, options.organization)
  if (organization === null) throw new CommandFault(`there is no organization ${options.organization}`)
  const { items, total } = await selectChanges(db, organization._id, filter, { skip: 0, limit })
  if (options.json) return printJson({ total, changes: items })
  for (const change of items) printLine(lineOf(change))
  if (total > items.length) printLine(`… and ${total - items.length} earlier`)
  if (total === 0) printLine('There is no such change.')
}

function instant(
  option: string,
  text: string | undefined,
  parse: (text: string) => Date | null,
): Date | null {
  if (text === undefined) return null
  const found = /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? parse(text) : null
  if (found === null)
    throw new CommandFault(
      `${option} must be a date, or an instant with its offset, such as 2026-11-20T08:00:00Z`,
    )
  return found
}

function parseFrom(text: string): Date | null {
  const moment = parseMoment(text)
  return moment && new Date(moment.kind === 'day' ? moment.from : moment.at)
}

function lineOf({ at, actor_name, via, action, kind, record_name, fields }: ChangeRow): string {
  const changed = fields.map(({ path }) => path).join(', ')
  return `${at}  ${actor_name} (${via})  ${action} ${kind} ${record_name}${changed === '' ? '' : `: ${changed}`}`
}
