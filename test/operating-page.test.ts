// docs/operating.md and docs/runbook.md say what the code does: each table is compared with it in both directions.
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { Command } from 'commander'
import { createContext } from '../src/app/context.ts'
import { createServer } from '../src/app/server.ts'
import { readConfig } from '../src/base/config.ts'
import { createLog } from '../src/base/log.ts'
import { modelNetworkPort, phoneNetworkPort, whatsappNetworkPort } from '../src/cli/sandbox.ts'
import { createDatabase } from '../src/db/database.ts'
import { createTestDatabase } from './support/database.ts'
import { blocksOf, list, namesIn, quotedIn, read, root, tableOf, tablesOf } from './support/page.ts'

const page = 'docs/operating.md'
const sources = list(['src/**/*.ts']).filter((file) => !file.endsWith('.test.ts'))

describe('the environment', () => {
  it('has each variable that the configuration reads, and no other', () => {
    const asked = new Set<string>()
    const environment = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          asked.add(String(name))
          return undefined
        },
      },
    )
    readConfig(environment)
    assert.deepEqual(namesIn(page, 'variable'), [...asked].toSorted())
  })

  it('has the default of each, and says what an unset one means', () => {
    const config: Readonly<Record<string, unknown>> = { ...readConfig({}) }
    for (const [name = '', , byDefault = ''] of tableOf(page, 'variable')) {
      const key = name
        .replaceAll('`', '')
        .toLowerCase()
        .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      assert.ok(key in config, `${name} is no member of the configuration`)
      const value = config[key]
      if (value === null || (Array.isArray(value) && value.length === 0))
        assert.match(byDefault, /^unset: ./, name)
      else {
        assert.ok(typeof value === 'string' || typeof value === 'number', name)
        const shown = key === 'dataDir' ? `./${path.relative(process.cwd(), String(value))}` : String(value)
        assert.equal(byDefault, `\`${shown}\``, name)
      }
    }
    const [delay = ''] = quotedIn(rowOf('variable', '`SHUTDOWN_DELAY_SECONDS`')[2] ?? '')
    assert.equal(Number(delay), constantIn('src/cli/run-service.ts', 'usualShutdownDelaySeconds'))
  })
})

describe('the commands', () => {
  it('has each command with its arguments and options, and no other', async () => {
    const commands = await leafCommands()
    const rows = tableOf(page, 'command')
    assert.deepEqual(
      rows.map(([name, form]) => `${name} ${form}`.replaceAll('`', '').trim()).toSorted(),
      commands.map(({ name, form }) => `${name} ${form}`.trim()).toSorted(),
    )
  })

  it('says which commands take no --json', async () => {
    const without = (await leafCommands()).filter(({ hasJson }) => !hasJson).map(({ name }) => name)
    const [sentence = ''] = /All commands but[^.]*? take/s.exec(read(page)) ?? []
    assert.deepEqual(quotedIn(sentence.replace('--json', '')).toSorted(), without.toSorted())
  })

  it('says on which ports the sandbox listens', () => {
    const ports = `\`${phoneNetworkPort}\`, \`${whatsappNetworkPort}\` and \`${modelNetworkPort}\``
    assert.ok(read(page).includes(`on ports ${ports}`))
  })
})

interface LeafCommand {
  name: string
  form: string
  hasJson: boolean
}

/** Returns the commands that do something, as `--help` shows them. */
async function leafCommands(): Promise<LeafCommand[]> {
  const program = new Command('switchboard')
  const config = () => readConfig({})
  for (const file of list(['src/cli/*.ts'])) {
    if (file.endsWith('.test.ts') || file.endsWith('main.ts')) continue
    const module = (await import(path.join(root, file))) as Record<string, unknown>
    for (const [name, add] of Object.entries(module))
      if (/^add[A-Z]/.test(name) && typeof add === 'function') add(program, config)
  }
  const leaves = (command: Command, prefix: string): LeafCommand[] => {
    const name = `${prefix}${command.name()}`
    if (command.commands.length > 0) return command.commands.flatMap((below) => leaves(below, `${name} `))
    const taken = command.registeredArguments.map(
      (taken) => `<${taken.name()}${taken.variadic ? '...' : ''}>`,
    )
    const options = command.options
      .filter(({ long }) => long !== '--json')
      .map(({ long, mandatory }) => (mandatory ? long! : `[${long}]`))
    const hasJson = command.options.some(({ long }) => long === '--json')
    return [{ name, form: [...taken, ...options].join(' '), hasJson }]
  }
  return program.commands.flatMap((command) => leaves(command, ''))
}

describe('the metrics', () => {
  it('has each metric of ours with its labels, and no other, and Node shows its own', async () => {
    const db = createDatabase({ connection: { connectionString: 'postgres://nowhere.invalid/none' } })
    const options = { db, log: createLog('silent'), secretKey: Buffer.alloc(32), publicUrl: () => '' }
    const context = createContext(options)
    const app = await createServer(context)
    const metrics = await context.registry.getMetricsAsJSON()
    const labelsOf = (name: string) => {
      const metric: unknown = context.registry.getSingleMetric(name)
      const isLabeled = typeof metric === 'object' && metric !== null && 'labelNames' in metric
      return isLabeled && Array.isArray(metric.labelNames) ? metric.labelNames.join(' ') : ''
    }
    await app.close()
    await db.end()
    const ours = metrics.map(({ name }) => name).filter((name) => name.startsWith('switchboard_'))
    assert.deepEqual(
      tableOf(page, 'metric')
        .map(([name = '', labels = '']) => `${name.replaceAll('`', '')}: ${quotedIn(labels).join(' ')}`)
        .toSorted(),
      ours.map((name) => `${name}: ${labelsOf(name)}`).toSorted(),
    )
    assert.ok(metrics.some(({ name }) => name === 'process_cpu_seconds_total'))
  })

  it('has values of labels that the code counts, and each that it names where it counts', () => {
    const listed = new Set(tableOf(page, 'label').flatMap(([, value = '']) => quotedIn(value)))
    const code = sources.filter((file) => /^src\/(calls|cells|sources|providers)\//.test(file)).map(read)
    for (const value of listed)
      assert.ok(
        code.some((text) => text.includes(`'${value}'`)),
        `no code has ${value}`,
      )
    const named = code.flatMap((text) =>
      [...text.matchAll(/\.inc\(\{(.*?)\}\)/gs)].flatMap(([, labels = '']) =>
        [...labels.matchAll(/'(\w+)'/g)].map(([, value = '']) => value),
      ),
    )
    assert.ok(named.length > 5)
    assert.deepEqual(
      named.filter((value) => !listed.has(value)),
      [],
    )
  })
})

describe('the log', () => {
  /** Members of log lines that come from what a function returns, by the name that is spread. */
  const spread: Record<string, readonly string[]> = {
    'store.counts()': ['found', 'fetched', 'indexed', 'unchanged', 'skipped', 'failed', 'gone', 'bytes'],
    'codeOf(error)': ['code'],
    answer: ['method', 'route', 'status', 'seconds'],
  }

  it('has each field that is logged, and no other', () => {
    const logged = new Set(sources.flatMap((file) => loggedFields(read(file))))
    assert.ok(logged.size > 20)
    const listed = tableOf(page, 'field').flatMap(([names = '']) => quotedIn(names))
    assert.deepEqual(listed.toSorted(), [...logged].toSorted())
  })

  /** Returns the members of the objects that a file logs. */
  function loggedFields(text: string): string[] {
    const calls = text.matchAll(
      /\b(?:log|access)\.(?:info|warn|error)\(\s*(?:\{(.*?)\},|(\w+),)\s*(?:'|unanswered)/gs,
    )
    return [...calls].flatMap(([, object, variable]) => fieldsOf(object ?? `...${variable}`, text))
  }

  /** Returns the members of an object literal, those of the objects that it spreads included. */
  function fieldsOf(literal: string, text: string): string[] {
    const flat = literal.replaceAll(/\s+/g, ' ')
    const members = flat.split(/,(?![^([{]*[)\]}])/).map((member) => member.trim())
    return members.filter(Boolean).flatMap((member) => {
      if (!member.startsWith('...')) return /^(\w+)/.exec(member)![1]!
      const name = member.slice(3)
      if (Object.hasOwn(spread, name)) return spread[name]!
      const inline = /\{(.*)\}/.exec(name)?.[1]
      if (inline !== undefined) return fieldsOf(inline, text)
      const declared = new RegExp(`const ${name} = \\{(.*?)\\n?\\s*\\}\\n`, 's').exec(text)?.[1]
      assert.ok(declared !== undefined, `what is ...${name}?`)
      return fieldsOf(declared, text)
    })
  }
})

describe('the bounds', () => {
  /** Bounds that one constant keeps: the row, the file, the constant, and the unit in which the page shows it. */
  const kept: [row: string, file: string, constant: string, divisor?: number][] = [
    ['open connections to a port', 'src/http/bounded-server.ts', 'connectionsMax'],
    ['waiting pipelined requests, all connections', 'src/http/bounded-server.ts', 'waitingMax'],
    ['unread answer bytes, all connections', 'src/http/bounded-server.ts', 'unreadBytesMax', 1_048_576],
    ['connection on which a request moves no byte', 'src/http/bounded-server.ts', 'silenceMs', 1_000],
    ['a request until it has arrived', 'src/http/create-app.ts', 'defaultRequestTimeoutMs', 1_000],
    ['request body of the API', 'src/http/receive-body.ts', 'bodyBytesMax'],
    ['address and headers', 'src/http/error-handler.ts', 'headerBytesMax'],
    ["Meta's webhook body", 'src/whatsapp/webhooks/whatsapp.ts', 'bodyBytesMax', 1_048_576],
    ["Meta's webhook body", 'src/providers/whatsapp-cloud/webhook.ts', 'valuesMax'],
    ["Twilio's callback body", 'src/calls/webhooks/read-callback.ts', 'formBytesMax', 1_024],
    ["Twilio's callback body", 'src/providers/twilio/signature.ts', 'fieldsMax'],
    ['webhook bodies, signature not checked yet', 'src/app/server.ts', 'heldBytesMax', 1_048_576],
    ['webhook bodies, signature not checked yet', 'src/app/server.ts', 'arrivalMaxMs', 1_000],
    ['a statement that a filter composes', 'src/db/database.ts', 'limitedMs', 1_000],
    ['such statements at a time, one process', 'src/db/database.ts', 'limitedConnections'],
    ['such statements at a time, one organization', 'src/db/database.ts', 'runningPerTenantMax'],
    ['such statements that wait, one organization', 'src/db/database.ts', 'waitingPerTenantMax'],
    ['such statements that wait, one organization', 'src/db/database.ts', 'limitedWaitMs', 1_000],
    [
      "`trigger-call` waits for the carrier's rate limit",
      'src/calls/attempt/dial-attempt.ts',
      'retryBudgetMaxMs',
      1_000,
    ],
    ['pause of a carrier account', 'src/providers/twilio/outcome.ts', 'retryAfterMsMax', 1_000],
    ['lease of an attempt', 'src/calls/attempt/new-attempt.ts', 'attemptLeaseMs', 1_000],
    ["filling the texts of a turn, or an agent's prompt and lines", 'src/base/fill-text.ts', 'fillMsMax'],
    ["filling the texts of a turn, or an agent's prompt and lines", 'src/base/fill-text.ts', 'textMsMin'],
    ['filling the texts of a trial of a workflow', 'src/workflows/try-workflow.ts', 'trialFillMsMax'],
    ['`parameters` of a tool', 'src/agents/tools/check-arguments.ts', 'schemaCharsMax'],
    ['`parameters` of a tool', 'src/agents/tools/schema-cost.ts', 'evaluationsMax'],
    ["patterns of a tool's parameters", 'src/agents/tools/schema-cost.ts', 'patternPiecesMax'],
    ['checking the arguments of a call', 'src/agents/tools/schema-cost.ts', 'stepsMax'],
    ['crawls at a time', 'src/sources/crawl/crawl-bounds.ts', 'crawlsMax'],
    ['turn of a crawl while others wait', 'src/sources/crawl/run-crawl.ts', 'sliceMs', 1_000],
    ['work on one crawl', 'src/sources/crawl/crawl-bounds.ts', 'ms', 3_600_000],
    ['domains of an organization', 'src/sources/crawl/crawl-bounds.ts', 'domains'],
    ['open crawls of an organization', 'src/sources/crawl/crawl-bounds.ts', 'openCrawls'],
    ['fetching a page', 'src/providers/web/engines/crawl-engine.ts', 'pageTimeoutMs', 1_000],
    ['fetching a page', 'src/providers/web/engines/crawl-engine.ts', 'pageBytesMax', 1_048_576],
    ['content of a page', 'src/providers/web/engines/is-nested-deep.ts', 'nestingMax'],
    ['a file', 'src/operator/sources/file-types.ts', 'fileBytesMax', 1_000_000],
    ['a file', 'src/operator/sources/read-pdf.ts', 'pagesMax'],
    ['crawl patterns of a list', 'src/sources/crawl/rules/patterns.ts', 'patternsMax'],
    ['crawl patterns of a list', 'src/sources/crawl/rules/draft-pattern.ts', 'patternCharactersMax'],
    ['compiling crawl patterns', 'src/sources/crawl/rules/pattern-checker.ts', 'compileMsMax', 1_000],
    ['`postgres.log`', 'src/db/postgres-log.ts', 'bytesMax', 1_000_000],
    ['`postgres.log`', 'src/db/postgres-log.ts', 'checkEveryMs', 1_000],
    ['start of the embedded PostgreSQL', 'src/db/embedded-postgres.ts', 'startMs', 1_000],
    ['a check of `doctor`', 'src/operator/doctor/check.ts', 'checkMsMax', 1_000],
    ['a check of `doctor`', 'src/operator/doctor/examine.ts', 'atOnce'],
    ['a check of `doctor`', 'src/operator/doctor/queries.ts', 'accountsMax'],
    ['a worker reports that it is alive', 'src/jobs/report-worker.ts', 'reportMs', 1_000],
    ['a worker reports that it is alive', 'src/jobs/report-worker.ts', 'workerSecondsMax'],
    ['a process measures the waiting work', 'src/operator/manage/measure-work.ts', 'measureMs', 1_000],
    ['the end of the npm that started the service', 'src/cli/starter.ts', 'lookMs', 1_000],
    ['failed sign-ins of an account', 'src/users/throttle.ts', 'accountFailuresMax'],
    ['failed sign-ins from an address', 'src/users/throttle.ts', 'addressFailuresMax'],
    ['passwords checked at a time, one process', 'src/users/password.ts', 'waitingMax'],
    ['a password', 'src/users/password.ts', 'passwordCharactersMin'],
    ['a password', 'src/users/password.ts', 'passwordBytesMax'],
    ['a session', 'src/users/session-cookie.ts', 'sessionIdleMs', 3_600_000],
    ['a session', 'src/users/session-cookie.ts', 'sessionMaxMs', 86_400_000],
    ['a session', 'src/users/sign-in.ts', 'sessionsMax'],
    ['personal tokens of a person', 'src/users/manage/create-token.ts', 'tokensMax'],
    ['personal tokens of a person', 'src/users/manage/create-token.ts', 'daysMax'],
    ['projects of a role', 'src/users/manage/fields.ts', 'projectsMax'],
    ['a process reports that it is there', 'src/jobs/report-process.ts', 'reportMs', 1_000],
    ['a process reports that it is there', 'src/jobs/report-process.ts', 'aliveMs', 1_000],
    ['unpacking Chromium', 'src/providers/web/engines/find-chromium.ts', 'unpackMsMax', 1_000],
  ]

  it('are those of the code, where one constant keeps them', () => {
    const wrong = kept.flatMap(([row, file, constant, divisor = 1]) => {
      const number = constantIn(file, constant)
      if (number === null) return `${file} has no number named ${constant}`
      const value = (number / divisor).toLocaleString('en')
      const bound = rowOf('what', row)[1] ?? ''
      return bound.split(/[^\d,]+|,(?!\d)/).includes(value) ? [] : `${row}: ${value} is not in "${bound}"`
    })
    assert.deepEqual(wrong, [])
  })
})

describe('the connections to the database', () => {
  it('are those that a process opens, and fit into what each is to have', () => {
    const [, held, listening, all, directory] =
      /holds up to (\d+) connections.*?worker has (\d+) more.*?have (\d+) for\s+each.*?up to (\d+) to the directory/s
        .exec(read(page))
        ?.map(Number) ?? []
    const [, transactions] = /options\.poolMax \?\? (\d+)/.exec(read('src/db/database.ts')) ?? []
    const pipelines = constantIn('src/db/database.ts', 'defaultPipelinesMax')!
    const limited = constantIn('src/db/database.ts', 'limitedConnections')!
    const calls = constantIn('src/db/database.ts', 'callConnections')!
    assert.equal(held, Number(transactions) + 2 * pipelines + limited + calls)
    assert.equal(listening, read('src/app/worker.ts').match(/\blisten\(db, /g)?.length)
    // One each to free space, to listen for dashboards, and for /readyz.
    assert.equal(all, held + listening! + 3)
    const toDirectory = ['poolMax', 'pipelinesMax', 'pipelinesMax'].map((name) =>
      constantIn('src/cli/open-directory.ts', name)!,
    )
    assert.equal(
      directory,
      toDirectory.reduce((sum, each) => sum + each, 0),
    )
    assert.ok(read('docs/scale.md').includes(`\`max_connections\` must be at least ${all} for each process`))
    assert.ok(read('deploy/patroni/patroni.yml').includes(`# ${all} for each process`))
  })
})

/** Returns the row of one of the page's tables that begins with this cell. */
function rowOf(heading: string, cell: string): string[] {
  const row = tablesOf(page, heading)
    .flat()
    .find(([first]) => first === cell)
  assert.ok(row, `${page} has no row ${cell}`)
  return row
}

/** Returns the number that a file gives to a constant or a member; null if it has none of that name. */
function constantIn(file: string, name: string): number | null {
  const [, text = ''] =
    new RegExp(`\\b${name}(?: =|:) ([\\d_]+(?: \\*{1,2} [\\d_]+)*)`).exec(read(file)) ?? []
  if (text === '') return null
  return text
    .replaceAll('_', '')
    .split(' * ')
    .map((factor) => factor.split(' ** ').map(Number))
    .reduce((product, [base = 0, power = 1]) => product * base ** power, 1)
}

describe('docs/runbook.md', () => {
  const runbook = 'docs/runbook.md'

  it('shows statements that run on the migrated schema', async () => {
    await using database = await createTestDatabase()
    const statements = blocksOf(runbook, 'sql')
    assert.ok(statements.length > 3)
    for (const text of statements) await database.db.query({ strings: [text], values: [] })
  })

  it('has each check of doctor, and no other', () => {
    const found = list(['src/operator/doctor/*.ts']).flatMap((file) => {
      const checks = read(file).matchAll(
        /(?:\b(?:ok|warn|fail|runCheck)\(\s*|const check = )(?:'([^']+)'|`([^$`]+)\$)/g,
      )
      return [...checks].map(([, plain, beginning]) => plain ?? `${beginning}…`)
    })
    assert.deepEqual(namesIn(runbook, 'check'), [...new Set(found)].toSorted())
  })
})
