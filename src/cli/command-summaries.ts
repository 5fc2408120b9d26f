import type { Command } from 'commander'
import type { CommandName } from './commands.ts'

/**
 * What the list of commands says of each, in its order. Reading it from the commands themselves would load the whole
 * program. `command-summaries.test.ts` compares the two.
 */
export const summaries: Record<CommandName, { term: string; description: string }> = {
  serve: {
    term: 'serve [options]',
    description: 'run API and worker in one process, on an embedded PostgreSQL where DATABASE_URL is unset',
  },
  api: { term: 'api', description: 'run the API alone; any number of them, on one DATABASE_URL' },
  worker: {
    term: 'worker',
    description:
      'run the worker alone; any number of them, on one DATABASE_URL; health on WORKER_PORT where it is set',
  },
  migrate: {
    term: 'migrate [options]',
    description:
      "bring the database's schema to this version; safe to run twice and from two machines at once",
  },
  apply: {
    term: 'apply [options] <file>',
    description: 'make the database match a declaration, YAML or JSON; all of it or, at any fault, nothing',
  },
  import: {
    term: 'import [options] <kind> <file>',
    description: 'load history from NDJSON, one record a line; all of it or, at any fault, nothing',
  },
  cells: { term: 'cells', description: 'cells: several databases, each with whole organizations' },
  keys: { term: 'keys', description: 'create, list and revoke project API keys' },
  crawl: {
    term: 'crawl [options] <url>',
    description:
      'show which pages a crawl of a domain would index, and the rule for each URL; stores nothing',
  },
  demo: {
    term: 'demo [options]',
    description:
      'load the demo organization that `npm start` shows, with sixty days of history; safe to run twice',
  },
  backup: { term: 'backup', description: 'backups of a database of pgBackRest' },
  hold: {
    term: 'hold',
    description: 'show, set and release the hold of the whole database: held, it dials and sends nothing',
  },
  doctor: {
    term: 'doctor [options]',
    description:
      'check the set-up: database, replicas, key, address, accounts, clock, folders, worker; says what to fix',
  },
  sandbox: {
    term: 'sandbox [options]',
    description:
      "run the provider sandbox alone: a phone, a WhatsApp and a model network that speak the providers' HTTP on loopback",
  },
  recount: {
    term: 'recount [options]',
    description: 'compares every kept count with the rows that it counts',
  },
  templates: { term: 'templates', description: 'the templates of WhatsApp senders' },
  messages: {
    term: 'messages',
    description: 'WhatsApp messages of which it is unknown whether they were sent',
  },
  'opt-outs': { term: 'opt-outs', description: 'people who must not get WhatsApp messages' },
  'do-not-call': { term: 'do-not-call', description: 'numbers that nobody of an organization may call' },
  sources: { term: 'sources', description: 'manage the sources of a project’s knowledge base' },
  tickets: { term: 'tickets', description: 'cases for a person to look after' },
  audit: {
    term: 'audit [options]',
    description: 'who changed what in the configuration of an organization, newest first',
  },
  calls: { term: 'calls', description: 'calls from a file' },
  'call-in': {
    term: 'call-in [options]',
    description: 'have somebody in the sandbox call a number that an inbound campaign answers',
  },
  people: { term: 'people', description: 'who may use the dashboard, and as what' },
  listen: { term: 'listen', description: 'bring events to a program on this machine' },
  rehearse: {
    term: 'rehearse [options] <file>',
    description:
      'play scripted callers against an agent, in the sandbox and on a database of its own; exits with 1 where it misbehaves',
  },
}

/** Registers every command by its summary alone, for the help and for a wrong name. */
export function listCommands(program: Command): void {
  for (const [name, { description }] of Object.entries(summaries))
    program.command(name).description(description)
  program.configureHelp({
    subcommandTerm: (command) => {
      const summary = Object.entries(summaries).find(([name]) => name === command.name())
      return summary?.[1].term ?? 'help [command]'
    },
  })
}
