import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { serviceUrlOf } from '../base/config.ts'
import type { Config } from '../base/config.ts'
import { isUuid, uuidv7 } from '../base/ids.ts'
import { newWebhookSecret, readWebhookSecret } from '../base/sign-webhook.ts'
import { catalog, eventVersion } from '../events/catalog.ts'
import { expandTypes } from '../events/event-types.ts'
import { forwardEvent } from './forward-event.ts'
import { CommandFault, printLine } from './output.ts'
import { readEventStream } from './read-event-stream.ts'
import { listenForStop } from './signals.ts'

interface ForwardOptions {
  forward: string
  secret?: string | undefined
}

interface ListenOptions extends Partial<ForwardOptions> {
  organization: string
  project: string
  types?: string
  replay?: string
  full?: true
  url?: string
}

/** How long the command waits before it opens a stream again that broke off. */
const pauseMs = 2_000
/** A stream that says nothing for this long is broken: the service sends its place every 15 s. */
const silenceMs = 45_000

export function addListen(program: Command, config: () => Config): void {
  const listen = program.command('listen').description('bring events to a program on this machine')
  listen
    .command('events', { isDefault: true })
    .description('print or forward events as they happen; what `switchboard listen` does')
    .requiredOption('--organization <id>', 'id of the organization')
    .requiredOption('--project <id>', 'id of the project')
    .option(
      '--forward <address>',
      'where to post each event, such as http://127.0.0.1:3000/hooks; without it, events are printed',
    )
    .option('--types <types>', "types of events, separated by commas, such as 'call.*'; all by default")
    .option('--replay <from>', 'begin at an instant, or after the event with this id')
    .option('--full', 'with texts, such as message bodies')
    .option(
      '--secret <secret>',
      'sign what is forwarded with this secret; by default a new one, which is printed',
    )
    .option('--url <address>', 'address of the service; by default PUBLIC_URL, else HOST and PORT')
    .action((options: ListenOptions) => listenToEvents(config(), options))
  listen
    .command('trigger')
    .description('post an example of a type')
    .argument('<type>', 'such as call.ended')
    .requiredOption('--forward <address>', 'where to post it')
    .option('--secret <secret>', 'sign with this secret; by default a new one, which is printed')
    .action((type: string, options: ForwardOptions) => triggerEvent(type, options))
}

async function listenToEvents(config: Config, options: ListenOptions): Promise<void> {
  const { listenKey } = config
  if (listenKey === null) throw new CommandFault('set LISTEN_KEY to a key with the scope events:read')
  for (const name of ['organization', 'project'] as const)
    if (!isUuid(options[name])) throw new CommandFault(`--${name} must be an id`)
  if (options.types !== undefined) {
    const [unknown] = expandTypes(options.types.split(',')).unknown
    if (unknown !== undefined) throw new CommandFault(`--types: there is no type ${unknown}`)
  }
  const { forward, secret } = options
  if (forward === undefined && secret !== undefined)
    throw new CommandFault('--secret signs what is forwarded; name an address with --forward')
  const target = forward === undefined ? null : checkedTarget({ forward, secret })
  const stop = listenForStop()
  const address = addressOfStream(config, options)
  let after = replayedId(options.replay)
  for (;;) {
    try {
      after = (await followOnce(address, { key: listenKey, after, target, stop })) ?? after
      printLine('the stream has ended; it is opened again')
    } catch (error) {
      if (stop.aborted) return
      if (error instanceof CommandFault) throw error
      if (error instanceof BrokenStream) after = error.after ?? after
      printLine(`the stream broke off: ${wordsOf(error)}; it is opened again`)
    }
    await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) return
    // From here on the last id says where to go on.
    if (after !== null) address.searchParams.delete('from')
  }
}

/** A stream broke off after the message with this id. */
class BrokenStream extends Error {
  readonly after: string | null

  constructor(after: string | null, cause: unknown) {
    super(wordsOf(cause), { cause })
    this.after = after
  }
}

interface Target {
  address: URL
  secret: Buffer
}

/** Follows one stream to its end, prints events or forwards them, and returns the id of its last message. */
async function followOnce(
  address: URL,
  {
    key,
    after,
    target,
    stop,
  }: { key: string; after: string | null; target: Target | null; stop: AbortSignal },
): Promise<string | null> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error('it is silent')), silenceMs)
  let last = after
  try {
    const response = await fetch(address, {
      headers: { 'x-api-key': key, ...(after !== null && { 'last-event-id': after }) },
      // The key is for this address alone.
      redirect: 'manual',
      signal: AbortSignal.any([stop, silence.signal]),
    })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null)
      throw new CommandFault(
        `--url: the service answers ${response.status} and leads to ${location}; name its address`,
      )
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new CommandFault(`the service refuses (${response.status}): ${await messageOf(response)}`)
    if (!response.ok || response.body === null) throw new Error(`the service answers ${response.status}`)
    for await (const { id, event, data } of readEventStream(response.body)) {
      timer.refresh()
      if (event === '') {
        const read = JSON.parse(data) as { type: string; timestamp: string; data: unknown }
        printLine(
          target === null
            ? `${read.timestamp}  ${read.type}  ${id}  ${JSON.stringify(read.data)}`
            : (await forwardEvent(target, { id, type: read.type, body: data })).line,
        )
      }
      last = id
    }
    return last
  } catch (error) {
    if (error instanceof CommandFault) throw error
    throw new BrokenStream(last, error)
  } finally {
    clearTimeout(timer)
  }
}

/** Posts an example. The exit status is 1 if it was not taken. */
async function triggerEvent(type: string, options: ForwardOptions): Promise<void> {
  const [known] = expandTypes([type]).types
  if (known !== type)
    throw new CommandFault(`there is no type ${type}; types are ${Object.keys(catalog).join(', ')}`)
  const target = checkedTarget(options)
  const event = {
    _id: uuidv7(),
    type,
    timestamp: new Date().toISOString(),
    version: eventVersion,
    organization_id: uuidv7(),
    project_id: uuidv7(),
    data: catalog[known].example,
  }
  const sent = await forwardEvent(target, { id: event._id, type, body: JSON.stringify(event) })
  printLine(sent.line)
  if (!sent.isTaken) process.exitCode = 1
}

/** Returns where events go and what signs them, and prints the secret. */
function checkedTarget({ forward, secret = newWebhookSecret() }: ForwardOptions): Target {
  const address = URL.canParse(forward) ? new URL(forward) : null
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new CommandFault('--forward must be an http or https address, such as http://127.0.0.1:3000/hooks')
  const bytes = readWebhookSecret(secret)
  if (bytes === null) throw new CommandFault('--secret must be whsec_ and 24 to 64 bytes in base64')
  printLine(`Signing with ${secret}`)
  return { address, secret: bytes }
}

function addressOfStream(config: Config, options: ListenOptions): URL {
  const { organization, project, types, full, replay } = options
  const service = options.url ?? serviceUrlOf(config)
  if (!URL.canParse(service))
    throw new CommandFault('--url must be an address, such as https://calls.example.com')
  const path = `/organizations/${organization}/projects/${project}/events/stream`
  const address = new URL(service.replace(/\/+$/, '') + path)
  if (types !== undefined) address.searchParams.set('types', types)
  if (full) address.searchParams.set('content', 'full')
  if (replay !== undefined && replayedId(replay) === null) address.searchParams.set('from', replay)
  return address
}

/** Returns the id of `--replay`; null where it is an instant or absent. */
function replayedId(replay: string | undefined): string | null {
  return replay !== undefined && (isUuid(replay) || replay.startsWith('at-')) ? replay : null
}

async function messageOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: string } | null
  return body?.message ?? 'no reason was given'
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  return error.cause instanceof Error && error.message === 'fetch failed'
    ? error.cause.message
    : error.message
}
