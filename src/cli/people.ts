import { Option } from 'commander'
import type { Command } from 'commander'
import { serviceUrlOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { Refusal } from '../base/refusals/refusal.ts'
import { selectProjectByNames } from '../projects/queries.ts'
import type { MadeLink } from '../users/links.ts'
import { inviteUser } from '../users/memberships.ts'
import type { Manager, PeopleContext } from '../users/memberships.ts'
import {
  endSecondFactorByEmail,
  inviteOperator,
  makeLinkByEmail,
  removeEverywhere,
} from '../users/operators.ts'
import { selectListedUsers, selectOrganizationByName } from '../users/queries.ts'
import { roles } from '../users/roles.ts'
import type { Role } from '../users/roles.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import type { OpenOptions } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { checkedText } from './text-option.ts'

interface InviteOptions {
  email: string
  role: Role
  organization?: string
  project: string[]
  name?: string
  json?: true
}

export function addPeople(program: Command, config: () => Config): void {
  const people = program.command('people').description('who may use the dashboard, and as what')
  people
    .command('invite')
    .description('give somebody a role, and print the link that lets them in')
    .requiredOption('--email <address>', 'what they sign in with')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory())
    .option('--organization <name or id>', 'the organization; an operator has all')
    .option('--project <name or id>', 'only this project of it; may be repeated', collect, [])
    .option('--name <name>', 'what they are called')
    .option('--json', 'print one JSON document')
    .action((options: InviteOptions) => invite(config(), options))
  people
    .command('link')
    .description('print a link with which somebody sets a password, if it is lost for instance')
    .argument('<email>', 'what they sign in with')
    .option('--json', 'print one JSON document')
    .action((email: string, options: { json?: true }) => link(config(), email, options))
  people
    .command('list')
    .description('list people with their roles')
    .option('--json', 'print one JSON document')
    .action((options: { json?: true }) => list(config(), options))
  people
    .command('remove')
    .description('take all roles of somebody away; their sessions and tokens end')
    .argument('<email>', 'what they sign in with')
    .option('--json', 'print one JSON document')
    .action((email: string, options: { json?: true }) => remove(config(), email, options))
  people
    .command('end-second-factor')
    .description('turn the second factor of somebody off who has lost it; their sessions end')
    .argument('<email>', 'what they sign in with')
    .option('--json', 'print one JSON document')
    .action((email: string, options: { json?: true }) => endSecondFactor(config(), email, options))
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

/** Returns the person who acts by commands. They may do everything, and no membership has their id. */
function operatorAtTerminal(): Manager {
  const user_id = '00000000-0000-7000-8000-000000000000'
  return { user_id, role: 'operator', is_operator: true, token_role: null, actor: commandActor() }
}

/** Runs a command on the migrated database. What a page would be refused with is a fault of the command. */
async function withPeople(
  config: Config,
  run: (context: PeopleContext) => Promise<void>,
  options: Pick<OpenOptions, 'mayCreate'> = {},
): Promise<void> {
  await using opened = await openMigrated(config, options)
  const address = serviceUrlOf(config)
  try {
    await run({
      db: opened.db,
      clock: opened.clock,
      newId: uuidv7,
      publicUrl: () => address,
      cells: config.cell === null ? null : { name: config.cell },
    })
  } catch (error) {
    if (error instanceof Refusal) throw new CommandFault(error.message, error.faults)
    throw error
  }
}

async function invite(config: Config, options: InviteOptions): Promise<void> {
  const { role, organization, project, json } = options
  const email = checkedEmail(options.email)
  const name = options.name === undefined ? null : checkedText('--name', options.name, 200)
  if ((role === 'operator') !== (organization === undefined))
    throw new CommandFault(
      role === 'operator'
        ? 'an operator has every organization: leave --organization out'
        : 'name an --organization',
    )
  if (role === 'operator')
    return withPeople(
      config,
      async (context) => {
        const invited = await inviteOperator(context, operatorAtTerminal(), { email, name })
        printInvited(email, role, invited.userId, invited.link, json)
      },
      // The first operator may be invited before the first start.
      { mayCreate: true },
    )
  await withPeople(config, async (context) => {
    const manager = operatorAtTerminal()
    const found = await selectOrganizationByName(context.db, organization!)
    if (found === null) throw new CommandFault(`there is no organization ${organization}`)
    const ids = await Promise.all(
      project.map(async (one) => {
        const known = await selectProjectByNames(context.db, found._id, one)
        if (known === null)
          throw new CommandFault(`there is no project ${one} in the organization ${organization}`)
        return known.project_id
      }),
    )
    const project_ids = ids.length === 0 ? null : [...new Set(ids)]
    const invited = await inviteUser(context, manager, found._id, { email, name, role, project_ids })
    return printInvited(email, role, invited.member._id, invited.link, json)
  })
}

function printInvited(email: string, role: Role, id: string, made: MadeLink | null, json?: true): void {
  if (json) return printJson({ _id: id, email, role, link: made })
  printLine(`${email} is ${role === 'viewer' ? 'a' : 'an'} ${role} now.`)
  if (made === null) printLine('They have a password already.')
  else printLink(made)
}

function printLink({ url, ends_at }: MadeLink): void {
  printLine(`This link lets them in, once, until ${ends_at}:\n${url}`)
}

async function link(config: Config, email: string, { json }: { json?: true }): Promise<void> {
  await withPeople(config, async (context) => {
    const made = await makeLinkByEmail(context, operatorAtTerminal(), checkedEmail(email))
    if (made === null) throw nobody(email)
    if (json) printJson({ link: made })
    else printLink(made)
  })
}

async function list(config: Config, { json }: { json?: true }): Promise<void> {
  await withPeople(config, async ({ db }) => {
    const people = await selectListedUsers(db)
    if (json) return printJson({ people })
    if (people.length === 0) printLine('There are no people.')
    for (const { email, name, is_operator, organization, role, has_password, seen_at } of people) {
      const what = role === null ? 'no role' : `${role} of ${organization}`
      const state = has_password ? `last seen ${seen_at ?? 'never'}` : 'has not used the link yet'
      printLine(`${email}  ${name}  ${is_operator ? 'operator, ' : ''}${what}  ${state}`)
    }
  })
}

async function remove(config: Config, email: string, { json }: { json?: true }): Promise<void> {
  await withPeople(config, async (context) => {
    const isRemoved = await removeEverywhere(context, operatorAtTerminal(), checkedEmail(email))
    if (!isRemoved) throw nobody(email)
    if (json) printJson({ email, removed: true })
    else printLine(`${email} has no role any more; sessions and personal tokens have ended.`)
  })
}

async function endSecondFactor(config: Config, email: string, { json }: { json?: true }): Promise<void> {
  await withPeople(config, async (context) => {
    const isEnded = await endSecondFactorByEmail(context, operatorAtTerminal(), checkedEmail(email))
    if (!isEnded) throw new CommandFault(`nobody with a second factor signs in with ${email}`)
    if (json) printJson({ email, second_factor: null })
    else printLine(`${email} signs in with the password alone now; sessions have ended.`)
  })
}

function nobody(email: string): CommandFault {
  return new CommandFault(`nobody signs in with ${email}; see switchboard people list`)
}

function checkedEmail(text: string): string {
  const email = checkedText('the address', text, 254)
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandFault(`${email} is no e-mail address`)
  return email
}
