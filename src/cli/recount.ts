import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { recount } from '../operator/recount/recount.ts'
import type { Differences } from '../operator/recount/recount.ts'
import { openDatabase } from './open-database.ts'
import { printJson, printLine } from './output.ts'

const names: Record<keyof Differences, string> = {
  hours: 'counters of an hour',
  days: 'counters of a day',
  months: 'counters of a month',
  all: 'counters of all time',
  campaigns: 'counters of a campaign',
  chats: 'counters of messages, leads, tickets and sends',
  callers: 'counts of a caller',
  caller_days: 'bitmaps of the callers of a day',
  caller_months: 'bitmaps of the callers of a month',
  call_durations: 'durations of the calls of a day',
  profiles: 'counts of a profile',
  projects: 'counts of a project’s profiles',
  ledgers: 'entries of a WhatsApp message in the ledger of sends',
  quotas: 'balances of an organization’s sends',
  broadcasts: 'counts of a broadcast’s messages',
  sources: 'counts of a source’s pages',
  links: 'counts of an organization’s links',
}

/** Adds the command `recount`. Its exit status is 1 if counts differ and were not repaired. */
export function addRecount(program: Command, config: () => Config): void {
  program
    .command('recount')
    .description('compares every kept count with the rows that it counts')
    .option('--repair', 'make the counts what the rows say; calls and messages wait meanwhile')
    .option('--json', 'print one JSON document')
    .action(async ({ repair = false, json }: { repair?: boolean; json?: true }) => {
      await using opened = await openDatabase(config(), 'command')
      const differences = await recount(opened.db, { repair })
      const wrong = Object.entries(differences).filter(([, count]) => count > 0)
      if (json) printJson({ differences, repaired: repair })
      else if (wrong.length === 0) printLine('Every count equals its rows.')
      else
        for (const [name, count] of wrong)
          printLine(
            `${count} ${names[name as keyof Differences]} ${repair ? 'differed and were repaired' : 'differ'}`,
          )
      if (wrong.length > 0 && !repair) process.exitCode = 1
    })
}
