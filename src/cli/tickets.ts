import { Option } from 'commander'
import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { channelTypes } from '../base/conversation-kinds.ts'
import type { ChannelType } from '../base/conversation-kinds.ts'
import { uuidv7 } from '../base/ids.ts'
import { closeTicketManually, openTicketManually } from '../conversations/operator-ticket.ts'
import { selectTickets } from '../conversations/ticket-queries.ts'
import type { ListedTicket } from '../conversations/ticket-queries.ts'
import { noteCharactersMax, subjectCharactersMax } from '../conversations/ticket.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { findProject, noProject, ofProject } from './project-options.ts'
import { checkedText } from './text-option.ts'

interface OpenOptions {
  organization: string
  project: string
  subject: string
  conversation?: string
  profile?: string
  channel?: ChannelType
  json?: true
}

interface ListOptions {
  organization?: string
  project?: string
  all?: true
  json?: true
}

export function addTickets(program: Command, config: () => Config): void {
  const tickets = program.command('tickets').description('cases for a person to look after')
  ofProject(tickets.command('open'))
    .description('open a ticket')
    .requiredOption('--subject <text>', 'the subject, in one line')
    .option('--conversation <id>', 'the conversation that it belongs to')
    .option('--profile <id>', 'the customer profile that it is about; default: that of the conversation')
    .addOption(
      new Option(
        '--channel <channel>',
        'the channel it counts for; default: that of the conversation, else web',
      ).choices(channelTypes),
    )
    .option('--json', 'print one JSON document')
    .action((options: OpenOptions) => open(config(), options))
  tickets
    .command('list')
    .description('list the open tickets, latest first')
    .option('--organization <name or id>', 'only tickets of this organization')
    .option('--project <name or id>', 'only tickets of this project of the organization')
    .option('--all', 'list closed tickets too')
    .option('--json', 'print one JSON document')
    .action((options: ListOptions) => list(config(), options))
  tickets
    .command('close')
    .description('close a ticket')
    .argument('<ticket-id>', 'id of the ticket')
    .option('--note <text>', 'what was done, in one line')
    .option('--json', 'print one JSON document')
    .action((id: string, options: { json?: true; note?: string }) =>
      close(config(), id.toLowerCase(), options),
    )
}

async function open(config: Config, options: OpenOptions): Promise<void> {
  const subject = checkedText('--subject', options.subject, subjectCharactersMax)
  await using opened = await openMigrated(config)
  const { db } = opened
  const project = await findProject(db, options)
  const ticket = await openTicketManually(
    { db, clock: opened.clock, newId: uuidv7 },
    {
      ...project,
      subject,
      conversation_id: options.conversation,
      profile_id: options.profile,
      channel_type: options.channel,
    },
    commandActor(),
  )
  if (ticket.kind === 'no_conversation')
    throw new CommandFault(`the project has no conversation with the id ${options.conversation}`)
  if (ticket.kind === 'no_profile')
    throw new CommandFault(`the project has no customer profile with the id ${options.profile}`)
  const { kind: _kind, ...ticketFields } = ticket
  if (options.json) printJson({ ...ticketFields, status: 'open', subject })
  else printLine(`Ticket ${ticket._id} is open.`)
}

async function list(config: Config, { organization, project, all, json }: ListOptions): Promise<void> {
  if (project !== undefined && organization === undefined)
    throw new CommandFault('--project needs --organization')
  await using opened = await openMigrated(config)
  const { db } = opened
  const named = { organization: organization ?? null, project: project ?? null }
  const found = await selectTickets(db, named, all ? 'all' : 'open')
  if (found === null) throw noProject({ organization, project })
  const { tickets, total } = found
  if (json) return printJson({ tickets, total })
  if (total === 0) printLine(all ? 'There are no tickets.' : 'There are no open tickets.')
  for (const ticket of tickets) printLine(describe(ticket))
  if (total > tickets.length) printLine(`… and ${total - tickets.length} more`)
}

function describe({
  _id,
  organization,
  project,
  channel_type,
  subject,
  status,
  created_at,
}: ListedTicket): string {
  // The subject of an imported ticket may contain line breaks.
  const line = subject?.replaceAll(/[\p{Cc}\s]+/gu, ' ') ?? '(no subject)'
  return `${_id}  ${status}, of ${created_at}  ${organization} / ${project}  ${channel_type}  ${line}`
}

async function close(
  config: Config,
  id: string,
  { json, note }: { json?: true; note?: string },
): Promise<void> {
  await using opened = await openMigrated(config)
  const { db } = opened
  const closed = await closeTicketManually(
    { db, clock: opened.clock, newId: uuidv7 },
    {
      ticketId: id,
      place: null,
      note: note === undefined ? null : checkedText('--note', note, noteCharactersMax),
    },
    commandActor(),
  )
  if (closed.kind === 'not_found') throw new CommandFault(`there is no ticket with the id ${id}`)
  const { kind, closed_at } = closed
  if (json) printJson({ _id: id, status: 'closed', changed: kind === 'closed', closed_at })
  else printLine(kind === 'closed' ? `Ticket ${id} is closed.` : `Ticket ${id} was closed already.`)
}
