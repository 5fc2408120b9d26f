/** Registers `serve`, `api` and `worker`. */
const addServe = async () => (await import('./serve.ts')).addServe
/** Loads the function of each command's file that registers it, by the command's name, in the order of the help. */
export const commands = {
  serve: addServe,
  api: addServe,
  worker: addServe,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  apply: async () => (await import('./apply.ts')).addApply,
  import: async () => (await import('./import.ts')).addImport,
  cells: async () => (await import('./cells.ts')).addCells,
  keys: async () => (await import('./keys.ts')).addKeys,
  crawl: async () => (await import('./crawl.ts')).addCrawl,
  demo: async () => (await import('./demo.ts')).addDemo,
  backup: async () => (await import('./backup.ts')).addBackup,
  hold: async () => (await import('./hold.ts')).addHold,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  sandbox: async () => (await import('./sandbox.ts')).addSandbox,
  recount: async () => (await import('./recount.ts')).addRecount,
  templates: async () => (await import('./templates.ts')).addTemplates,
  messages: async () => (await import('./messages.ts')).addMessages,
  'opt-outs': async () => (await import('./opt-outs.ts')).addOptOuts,
  'do-not-call': async () => (await import('./do-not-call.ts')).addDoNotCall,
  sources: async () => (await import('./sources.ts')).addSources,
  tickets: async () => (await import('./tickets.ts')).addTickets,
  audit: async () => (await import('./audit.ts')).addAudit,
  calls: async () => (await import('./calls.ts')).addCalls,
  'call-in': async () => (await import('./call-in.ts')).addCallIn,
  people: async () => (await import('./people.ts')).addPeople,
  listen: async () => (await import('./listen.ts')).addListen,
  rehearse: async () => (await import('./rehearse.ts')).addRehearse,
}
export type CommandName = keyof typeof commands

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}
