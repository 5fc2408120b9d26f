import { Option } from 'commander'
import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { selectUnresolvedMessages } from '../whatsapp/operator-queries.ts'
import { settleManually } from '../whatsapp/send/operator-settlement.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { checkedText } from './text-option.ts'

interface SettleOptions {
  as: 'sent' | 'failed'
  by: string
  why: string
  json?: true
}

export function addMessages(program: Command, config: () => Config): void {
  const messages = program
    .command('messages')
    .description('WhatsApp messages of which it is unknown whether they were sent')
  messages
    .command('unresolved')
    .description('list them, the oldest first')
    .option('--json', 'print one JSON document')
    .action((options: { json?: true }) => listUnresolved(config(), options))
  messages
    .command('settle')
    .description(
      'record the outcome of one; it is never sent again, and the outcome can not be changed afterwards',
    )
    .argument('<message-id>', 'id of the message')
    .addOption(
      new Option('--as <outcome>', 'sent: WhatsApp has it, it counts; failed: it was not sent')
        .choices(['sent', 'failed'])
        .makeOptionMandatory(),
    )
    .requiredOption('--by <who>', 'who says so')
    .requiredOption('--why <text>', 'how they know')
    .option('--json', 'print one JSON document')
    .action((id: string, options: SettleOptions) => settle(config(), id, options))
}

async function listUnresolved(config: Config, { json }: { json?: true }): Promise<void> {
  await using opened = await openMigrated(config)
  const { messages, total } = await selectUnresolvedMessages(opened.db)
  if (json) return printJson({ messages, total })
  if (total === 0) printLine('There are no unresolved messages.')
  for (const { _id, organization, project, broadcast, to, type, since } of messages)
    printLine(`${_id}  since ${since}  ${organization} / ${project} / ${broadcast}  ${to}  ${type}`)
  if (total > messages.length) printLine(`… and ${total - messages.length} more`)
}

async function settle(config: Config, id: string, { as, by, why, json }: SettleOptions): Promise<void> {
  const verdict = { as, by: checkedText('--by', by, 200), why: checkedText('--why', why, 1_000) }
  await using opened = await openMigrated(config)
  const context = { db: opened.db, clock: opened.clock, newId: uuidv7 }
  const settled = await settleManually(context, id.toLowerCase(), { ...verdict, actor: commandActor() })
  if (settled.kind === 'not_found')
    throw new CommandFault(`there is no message with the id ${id}; see switchboard messages unresolved`)
  if (settled.kind === 'not_unresolved')
    throw new CommandFault(`message ${id} is ${settled.status}; only an unresolved one can be settled`)
  if (json)
    printJson({
      _id: id.toLowerCase(),
      status: settled.status,
      settled: { by: verdict.by, why: verdict.why },
    })
  else printLine(`Message ${id} is ${settled.status}.`)
}
