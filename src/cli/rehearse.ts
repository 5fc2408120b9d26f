import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import type { RehearseOptions } from './rehearse/run-rehearsal.ts'

export function addRehearse(program: Command, config: () => Config): void {
  program
    .command('rehearse')
    .description(
      'play scripted callers against an agent, in the sandbox and on a database of its own; exits with 1 where it misbehaves',
    )
    .argument('<file>', 'the rehearsal: scenes with what is expected (docs/agents.md)')
    .requiredOption('--declaration <file>', 'the declaration that has the agent')
    .option('--model <name>', 'the model account that the agent asks instead of its own')
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: RehearseOptions) => {
      const { rehearse } = await import('./rehearse/run-rehearsal.ts')
      await rehearse(config(), file, options)
    })
}
