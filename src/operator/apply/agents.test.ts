import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Tree } from '../../../test/support/contract-example.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { selectChanges } from '../../audit/queries.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { exportDeclaration } from '../configured/export-declaration.ts'
import { editRecord } from '../edit/edit-record.ts'
import type { EditedPlace } from '../edit/edit-record.ts'
import { applyDeclaration, programItself } from './apply-declaration.ts'
import type { ApplyContext } from './apply-declaration.ts'

let database: TestDatabase
let context: ApplyContext
before(async () => {
  database = await createTestDatabase()
  const clock = { now: () => new Date('2026-11-22T09:00:00.000Z') }
  context = { db: database.db, clock, newId: uuidv7, secretBox: createSecretBox(Buffer.alloc(32, 1)) }
})
after(() => database[Symbol.asyncDispose]())

const project = 'organizations[0].projects[0]'
const renewPlan = {
  kind: 'http',
  name: 'renew_plan',
  description: 'Renews the plan.',
  url: 'https://crm.example.com/renew',
  parameters: { type: 'object', properties: { months: { type: 'integer' } } },
  effect: 'write',
  secret: 'first-secret-of-the-tool',
}

const doublingSchema = {
  type: 'object',
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 41 }, (_, at) => [
      `d${at}`,
      at === 40 ? {} : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  ) as Tree,
}

/**
 * An organization with two senders, two accounts, an agent for calls and chats, and a campaign that the agent leads.
 */
/** A workflow that hands its calls to the agent. */
const handing = (agent: string) => ({
  start: 'hand',
  steps: { hand: { kind: 'agent', agent, next: 'bye' }, bye: { kind: 'hang_up' } },
})

function declared(organization: string): Tree {
  const sender = (name: string, digit: string) => ({
    name,
    phone_number_id: digit + Array.from(organization, (letter) => letter.codePointAt(0)).join(''),
    business_account_id: '2',
    display_phone_number: '+14155550199',
    access_token: 'a',
    app_secret: 'b',
    verify_token: 'c',
  })
  return {
    organizations: [
      {
        name: organization,
        projects: [
          {
            name: 'P',
            whatsapp_senders: [sender('main', '7'), sender('other', '8')],
            broadcasts: [
              { name: 'Answers', sender: 'main' },
              { name: 'More', sender: 'main' },
              { name: 'Elsewhere', sender: 'other' },
            ],
            model_accounts: [
              {
                name: 'fast',
                kind: 'openai_compatible',
                base_url: 'https://api.openai.com/v1',
                model: 'gpt-mini',
                api_key: 'first-key-of-the-account',
              },
              {
                name: 'spare',
                kind: 'anthropic',
                base_url: 'https://api.anthropic.com',
                model: 'claude-haiku',
              },
            ],
            agents: [
              {
                name: 'renewals',
                purpose: 'Renews plans.',
                prompt: 'Plan {{ customer.plan }}.',
                model: 'fast',
                fallback: 'spare',
                whatsapp: { broadcast: 'Answers' },
                tools: [{ kind: 'hand_over' }, { kind: 'end_call' }, structuredClone(renewPlan)],
                claims: [{ pattern: 'is renewed', needs: 'renew_plan' }],
              },
            ],
            campaigns: [{ name: 'Renewal agent', campaign_type: 'agent', agent: 'renewals' }],
          },
        ],
      },
    ],
  }
}

const projectOf = (value: Tree): Tree => value.organizations[0].projects[0]

async function apply(value: unknown) {
  const outcome = await applyDeclaration(context, value)
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome
}

async function faultsOf(value: unknown): Promise<string[]> {
  const outcome = await applyDeclaration(context, value)
  assert.ok(!outcome.ok)
  return outcome.faults.map(({ path, message }) => `${path}: ${message}`)
}

type Edit = (project: Tree) => unknown
const agentOf = (project: Tree): Tree => project.agents[0]
const toolOf = (project: Tree): Tree => agentOf(project).tools[2]

const refused: [name: string, edit: Edit, fault: string | RegExp][] = [
  [
    'a prompt that is no Liquid',
    (p) => (agentOf(p).prompt = '{{ a'),
    /^agents\[0\]\.prompt: must be Liquid: /,
  ],
  [
    'a line that is no Liquid',
    (p) => (agentOf(p).lines = { wait: '{% a %}' }),
    /^agents\[0\]\.lines\.wait: must be Liquid: /,
  ],
  [
    'a question that is no Liquid',
    (p) => (toolOf(p).confirm = '{{'),
    /^agents\[0\]\.tools\[2\]\.confirm: must be Liquid: /,
  ],
  [
    'parameters that are no object',
    (p) => (toolOf(p).parameters = { type: 'array' }),
    'agents[0].tools[2].parameters: must have `type: object`',
  ],
  [
    'parameters that are no JSON Schema',
    (p) => (toolOf(p).parameters = { type: 'object', properties: { a: { type: 'word' } } }),
    /^agents\[0\]\.tools\[2\]\.parameters: is no usable JSON Schema: /,
  ],
  [
    'parameters whose references double with each level',
    (p) => (toolOf(p).parameters = doublingSchema),
    /^agents\[0\]\.tools\[2\]\.parameters: is too costly: /,
  ],
  [
    'a number of a transfer that is not E.164',
    (p) => agentOf(p).tools.push({ kind: 'transfer', to: { billing: '(415) 555-0123' } }),
    'agents[0].tools[3].to.billing: must be a number such as "+14155550123"',
  ],
  [
    'the same tool twice',
    (p) => agentOf(p).tools.push({ kind: 'end_call' }),
    'agents[0].tools[3].kind: names the same tool as tools[1]',
  ],
  [
    'a claim whose tool is not there',
    (p) => (agentOf(p).claims[0].needs = 'renew'),
    'agents[0].claims[0].needs: "renew" is not among the tools of the agent: hand_over, end_call, renew_plan',
  ],
  [
    'a pattern that RE2 refuses',
    (p) => (agentOf(p).claims[0].pattern = '(a)\\1'),
    /^agents\[0\]\.claims\[0\]\.pattern: is not a usable regular expression: /,
  ],
  [
    'a chat agent without a way to a person',
    (p) => agentOf(p).tools.shift(),
    'agents[0].tools: must have hand_over or open_ticket, since the agent answers on WhatsApp',
  ],
  [
    'no disclosure without a reason',
    (p) => (agentOf(p).disclosure = false),
    'agents[0].disclosure_why: is required where disclosure is false',
  ],
  [
    'a new tool without its secret',
    (p) => delete toolOf(p).secret,
    'agents[0].tools[2].secret: is required: the tool is not stored yet, so there is no earlier value to keep',
  ],
  [
    'a campaign whose agent can end no call',
    (p) => agentOf(p).tools.splice(1, 1),
    'campaigns[0].agent: renewals has no tool end_call, which an agent of calls needs',
  ],
  [
    'an account that is not there',
    (p) => (agentOf(p).fallback = 'sparse'),
    'agents[0].fallback: "sparse" is not among the model_accounts of the project: fast, spare',
  ],
  [
    'a broadcast that is not there',
    (p) => (agentOf(p).whatsapp.after_window = 'Reminder'),
    'agents[0].whatsapp.after_window: "Reminder" is not among the broadcasts of the project: Answers, More, Elsewhere',
  ],
  [
    'two agents on one sender',
    (p) => p.agents.push({ ...agentOf(p), name: 'second', whatsapp: { broadcast: 'More' } }),
    'agents[1].whatsapp.broadcast: leads to the sender main, whose chats the agent renewals answers',
  ],
  ['an unknown kind of tool', (p) => (toolOf(p).kind = 'shell'), /^agents\[0\]\.tools\[2\]\.kind: /],
  ['no purpose', (p) => delete agentOf(p).purpose, 'agents[0].purpose: is required'],
]
for (const [name, edit, fault] of refused)
  test(`refuses ${name}, and nothing else`, async () => {
    const value = declared('Refused')
    edit(projectOf(value))
    const [first, ...rest] = await faultsOf(value)
    assert.deepEqual(rest, [])
    assert.ok(first?.startsWith(`${project}.`))
    const below = first!.slice(project.length + 1)
    if (typeof fault === 'string') assert.equal(below, fault)
    else assert.match(below, fault)
  })

test('compares agents with those that only the database has', async () => {
  await apply(declared('Stored'))
  const alone = (lists: Record<string, unknown>) => ({
    organizations: [{ name: 'Stored', projects: [{ name: 'P', ...lists }] }],
  })
  const chat = { purpose: 'Answers.', prompt: 'Answer.', model: 'fast', tools: [{ kind: 'hand_over' }] }
  const second = { name: 'second', ...chat, whatsapp: { broadcast: 'More' } }
  assert.deepEqual(await faultsOf(alone({ agents: [second] })), [
    `${project}.agents[0].whatsapp.broadcast: leads to the sender main, whose chats the agent renewals answers`,
  ])
  await apply(alone({ agents: [{ ...second, whatsapp: { broadcast: 'Elsewhere' } }] }))
  assert.deepEqual(await faultsOf(alone({ broadcasts: [{ name: 'Elsewhere', sender: 'main' }] })), [
    `${project}.broadcasts[0].sender: gives the agent second the chats of main, which the agent renewals answers`,
  ])
  // The two swap their senders.
  await apply(
    alone({
      broadcasts: [
        { name: 'Elsewhere', sender: 'main' },
        { name: 'Answers', sender: 'other' },
      ],
    }),
  )
  assert.deepEqual(await faultsOf(alone({ agents: [{ name: 'renewals', ...chat }] })), [
    `${project}.agents[0].tools: must have end_call, since the agent leads the calls of the campaign Renewal agent`,
  ])
  assert.deepEqual(
    await faultsOf(alone({ campaigns: [{ name: 'C', campaign_type: 'agent', agent: 'second' }] })),
    [`${project}.campaigns[0].agent: second has no tool end_call, which an agent of calls needs`],
  )
})

async function stored(organizationId: string) {
  const [row] = await database.db.query<{
    key: Buffer | null
    secret: Buffer | null
    revision: number
    revisions: number
  }>(sql`
    select m.api_key as key, s.secret, a.revision, (select count(*) from agent_revisions r
      where r.organization_id = a.organization_id and r.agent_id = a._id) as revisions
    from agents a
    join model_accounts m on m.organization_id = a.organization_id and m.api_key is not null
    left join agent_tool_secrets s on s.organization_id = a.organization_id and s.agent_id = a._id
    where a.organization_id = ${organizationId}`)
  assert.ok(row)
  return row
}

async function changesOf(
  organizationId: string,
  kind: string,
): Promise<[revision: number, paths: string[]][]> {
  const filter = { person: null, record_id: null, field: null, from: null, to: null, project_ids: null, kind }
  const { items } = await selectChanges(database.db, organizationId, filter, { skip: 0, limit: 100 })
  return items
    .filter(({ action }) => action === 'updated')
    .map(({ revision, fields }) => [revision ?? 0, fields.map(({ path }) => path)])
}

test('keeps secrets that are left out, makes a revision for each change, and says of a secret only that it changed', async () => {
  const value = declared('Kept')
  const { tree } = await apply(value)
  const organizationId = tree.organizations[0]!._id
  const before = await stored(organizationId)
  delete projectOf(value).model_accounts[0].api_key
  delete toolOf(projectOf(value)).secret
  assert.equal((await apply(value)).changes.updated, 0)
  assert.deepEqual(await stored(organizationId), before)

  agentOf(projectOf(value)).prompt = 'Another.'
  assert.equal((await apply(value)).changes.updated, 1)
  assert.deepEqual(await stored(organizationId), { ...before, revision: 2, revisions: 2 })

  toolOf(projectOf(value)).secret = 'second-secret-of-the-tool'
  projectOf(value).model_accounts[0].api_key = 'second-key-of-the-account'
  assert.equal((await apply(value)).changes.updated, 2)
  const after = await stored(organizationId)
  assert.deepEqual([after.revision, after.revisions], [3, 3])
  assert.equal(context.secretBox.open(after.secret!), 'second-secret-of-the-tool')
  assert.equal(context.secretBox.open(after.key!), 'second-key-of-the-account')

  // A tool and a key that come later are changes too.
  agentOf(projectOf(value)).tools.push({ ...renewPlan, name: 'cancel_plan' })
  projectOf(value).model_accounts[1].api_key = 'key-of-the-spare'
  await apply(value)
  assert.deepEqual(await changesOf(organizationId, 'agent'), [
    [4, ['tools[3]', 'tools.cancel_plan.secret']],
    [3, ['tools.renew_plan.secret']],
    [2, ['prompt']],
  ])
  assert.deepEqual(
    (await changesOf(organizationId, 'model_account')).map(([, paths]) => paths),
    [['api_key'], ['api_key']],
  )
  const rows = await database.db.query(sql`
    select count(*) as n from changes where changes::text ~ '(secret|key)-of-the'`)
  assert.deepEqual(rows, [{ n: 0 }])
  const revisions = await database.db.query(sql`
    select count(*) as n from agent_revisions where agent_revisions::text ~ '(secret|key)-of-the'`)
  assert.deepEqual(revisions, [{ n: 0 }])
})

test('a tool that is removed takes its secret with it, and needs one when it comes back', async () => {
  const value = declared('Removed')
  const { tree } = await apply(value)
  const agent = agentOf(projectOf(value))
  const [tool] = agent.tools.splice(2, 1)
  agent.claims = []
  await apply(value)
  assert.equal((await stored(tree.organizations[0]!._id)).secret, null)
  agent.tools.push({ ...tool, secret: undefined })
  delete agent.tools[2].secret
  assert.match((await faultsOf(value))[0]!, /tools\[2\]\.secret: is required/)
})

test('a record that is renamed keeps its secrets and what refers to it', async () => {
  const value = declared('Renamed')
  value.organizations[0]!.projects[0]!['workflows'] = [{ name: 'Handing', definition: handing('renewals') }]
  const { tree } = await apply(value)
  const { _id: organization_id, projects } = tree.organizations[0]!
  const { _id: project_id, model_accounts, agents, broadcasts } = projects[0]!
  const before = await stored(organization_id)
  const rename = async (section: EditedPlace['section'], record_id: string) => {
    const outcome = await editRecord(context, {
      section,
      organization_id,
      project_id,
      record_id,
      patch: { name: `${section} renamed` },
      revision: 1,
      actor: programItself,
      isOperator: true,
      dryRun: false,
    })
    assert.equal(outcome.kind, 'edited', JSON.stringify(outcome))
  }
  await rename('model_accounts', model_accounts[0]!._id)
  await rename('agents', agents[0]!._id)
  await rename('broadcasts', broadcasts[0]!._id)
  assert.deepEqual(await stored(organization_id), { ...before, revision: 2, revisions: 2 })
  const second = {
    name: 'second',
    purpose: 'Answers.',
    prompt: 'Answer.',
    model: 'model_accounts renamed',
    tools: [{ kind: 'hand_over' }],
    whatsapp: { broadcast: 'More' },
  }
  assert.deepEqual(
    await faultsOf({ organizations: [{ name: 'Renamed', projects: [{ name: 'P', agents: [second] }] }] }),
    [
      `${project}.agents[0].whatsapp.broadcast: leads to the sender main, whose chats the agent agents renamed answers`,
    ],
  )
  const rows = await database.db.query(sql`
    select b.name as broadcast, c.agent_id = a._id as led from agents a
    join broadcasts b on b.organization_id = a.organization_id and b._id = a.broadcast_id
    join campaigns c on c.organization_id = a.organization_id
    where a.organization_id = ${organization_id}`)
  assert.deepEqual(rows, [{ broadcast: 'broadcasts renamed', led: true }])
  const exported = JSON.stringify(await exportDeclaration(context, organization_id))
  assert.match(
    exported,
    /"kind":"agent"[^}]*"agent":"agents renamed"|"agent":"agents renamed"[^}]*"kind":"agent"/,
  )
  const again = [{ name: 'Handing', definition: handing('agents renamed') }]
  await apply({ organizations: [{ name: 'Renamed', projects: [{ name: 'P', workflows: again }] }] })
  const [workflow] = await database.db.query(
    sql`select revision from workflows where organization_id = ${organization_id}`,
  )
  assert.deepEqual(workflow, { revision: 1 })
})

test('warns of what a text reads and no recent call of the campaigns had', async () => {
  const value = declared('Warned')
  const { tree, warnings } = await apply(value)
  assert.deepEqual(warnings, [], 'there has been no call')
  const { _id: organizationId, projects } = tree.organizations[0]!
  const { _id: projectId, campaigns, agents } = projects[0]!
  await database.db.query(sql`
    insert into calls (organization_id, project_id, _id, campaign_id, placed_by, phone_number, customer, state,
      state_since, created_at)
    values (${organizationId}, ${projectId}, ${uuidv7()}, ${campaigns[0]!._id}, 'queue', '+14155550100',
      '{"name": "Ada"}', 'completed', now(), now())`)
  const agent = agentOf(projectOf(value))
  agent.first_line = 'Hello {{ customer.name }}, {{ customer.tier }}'
  const [warning, ...rest] = (await apply(value)).warnings
  assert.deepEqual(rest, [])
  assert.deepEqual(warning, {
    path: `${project}.agents[0]`,
    message: 'reads customer.plan, customer.tier, which the only call of its campaigns did not have',
  })
  const edited = await editRecord(context, {
    section: 'agents',
    organization_id: organizationId,
    project_id: projectId,
    record_id: agents[0]!._id,
    patch: { prompt: 'Plan.' },
    revision: null,
    actor: programItself,
    isOperator: true,
    dryRun: true,
  })
  assert.ok(edited.kind === 'edited')
  assert.deepEqual(
    edited.effects.map(({ sentence }) => sentence),
    [
      '1 campaign follows revision 3 in calls that are dialed from now on',
      '1 value is read that no recent call of its campaigns had: customer.tier',
    ],
  )
  assert.deepEqual(
    edited.effects.map(({ names }) => names),
    [[], ['customer.tier']],
  )
  agent.prompt = 'Hello.'
  agent.first_line = null
  assert.deepEqual((await apply(value)).warnings, [])
})
