import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import type { Role } from './run-service.ts'

export function addServe(program: Command, config: () => Config): void {
  program
    .command('serve')
    .description('run API and worker in one process, on an embedded PostgreSQL where DATABASE_URL is unset')
    .option('--demo', 'start the provider sandbox as well, and load the demo organization')
    .option('--empty', 'with --demo: without history, and without calls while somebody watches')
    .action(({ demo = false, empty: isEmpty = false }: { demo?: boolean; empty?: boolean }) =>
      serveAndExit(config(), { api: true, worker: true, demo, isEmpty }),
    )
  program
    .command('api')
    .description('run the API alone; any number of them, on one DATABASE_URL')
    .action(() => serveAndExit(config(), { api: true, worker: false, demo: false, isEmpty: true }))
  program
    .command('worker')
    .description(
      'run the worker alone; any number of them, on one DATABASE_URL; health on WORKER_PORT where it is set',
    )
    .action(() => serveAndExit(config(), { api: false, worker: true, demo: false, isEmpty: true }))
}

/** Loads the service only once it is asked for: the help of these commands needs none of it. */
async function serveAndExit(config: Config, role: Role): Promise<void> {
  const { serveAndExit: run } = await import('./run-service.ts')
  await run(config, role)
}
