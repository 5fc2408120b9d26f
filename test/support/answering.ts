import { createContext } from '../../src/app/context.ts'
import type { Context } from '../../src/app/context.ts'
import { runWorker } from '../../src/app/worker.ts'
import { systemClock } from '../../src/base/clock.ts'
import type { Clock } from '../../src/base/clock.ts'
import { createLog } from '../../src/base/log.ts'
import { createDatabase } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { startModelNetwork } from '../../src/sandbox/models/model-network.ts'
import type { ModelNetwork } from '../../src/sandbox/models/model-network.ts'
import { phoneNumberId, startWhatsappService } from './whatsapp.ts'
import type { WhatsappService } from './whatsapp.ts'

/** A service whose sender has an agent, which asks a model of the sandbox. */
export interface AnsweringService extends AsyncDisposable {
  whatsapp: WhatsappService
  models: ModelNetwork
  context: Context
  /** Lets a person write, each text in a webhook of its own; resolves when the network has taken them. */
  says: (from: string, ...texts: string[]) => void
  /** Returns the texts that reached a person, oldest first. */
  textsTo: (to: string) => string[]
  /** Returns the person's chats that an agent leads, oldest first. */
  chats: (address: string) => Promise<LedChat[]>
  /** Starts the jobs of another process on the same database. Stop it by its function. */
  startAnotherWorker: () => () => Promise<void>
}

export interface LedChat {
  organization_id: string
  conversation_id: string
  mode: 'agent' | 'person'
  due_at: string | null
  lease_token: string | null
  tries: number
  fault: string | null
  turns: { turn: number; state: string; outcome: string | null; input: string; text: string }[]
  open_inputs: number
}

export interface AnsweringOptions {
  model?: string
  gatherSeconds?: number
  sends?: number
  clock?: Clock
  agent?: Record<string, unknown>
  whatsapp?: Record<string, unknown>
}

export async function startAnsweringService({
  model = 'desk',
  gatherSeconds = 0.6,
  sends = 10_000,
  clock = systemClock,
  agent = {},
  whatsapp: ofWhatsapp = {},
}: AnsweringOptions = {}): Promise<AnsweringService> {
  await using stack = new AsyncDisposableStack()
  const models = stack.use(await startModelNetwork({ port: 0, speed: 50 }))
  const modelPrivateHosts = [`127.0.0.1:${models.port}`]
  const account = { kind: 'openai_compatible', base_url: models.openaiUrl, model, api_key: 'a-key' }
  const whatsapp = stack.use(
    await startWhatsappService({
      sends,
      clock,
      modelPrivateHosts,
      project: {
        model_accounts: [{ name: 'sandbox', ...account }],
        agents: [
          {
            name: 'desk',
            purpose: 'Answers questions about plans.',
            prompt: 'You speak with {{ customer.name | default: "a customer" }}.',
            disclosure: false,
            disclosure_why: 'The texts of the tests are compared.',
            model: 'sandbox',
            whatsapp: { broadcast: 'Typed', gather_seconds: gatherSeconds, ...ofWhatsapp },
            tools: [{ kind: 'hand_over' }],
            ...agent,
          },
        ],
      },
    }),
  )
  const { service, network } = whatsapp
  const { context } = service
  const held = stack.move()
  return {
    whatsapp,
    models,
    context,
    says: (from, ...texts) => {
      for (const body of texts)
        network.receive({
          phone_number_id: phoneNumberId,
          messages: [{ from, content: { type: 'text', text: { body } } }],
        })
    },
    textsTo: (to) => textsTo(whatsapp, to),
    chats: (address) => selectChats(context, address),
    startAnotherWorker: () => {
      const db = createDatabase({ connection: { connectionString: service.databaseUrl } })
      const other = createContext({
        db,
        log: createLog('silent'),
        secretKey: Buffer.alloc(32, 7),
        publicUrl: () => service.url,
        clock,
        modelPrivateHosts,
      })
      const stop = new AbortController()
      const running = runWorker(other, stop.signal)
      let ended: Promise<void> | null = null
      const end = () => {
        stop.abort()
        return (ended ??= running.then(() => db.end()))
      }
      held.defer(end)
      return end
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

function textsTo({ network }: WhatsappService, to: string): string[] {
  return network.messages(to).map(({ body }) => {
    const { text } = body as { text?: { body?: string } }
    return text?.body ?? `(${String((body as { type?: string }).type)})`
  })
}

async function selectChats({ db }: Context, address: string): Promise<LedChat[]> {
  return db.query<LedChat>(sql`
    select c.organization_id, c.conversation_id, c.mode, c.due_at, c.lease_token, c.tries, c.fault,
      (select count(*)::integer from agent_inputs i where i.organization_id = c.organization_id
        and i.conversation_id = c.conversation_id and i.turn is null) as open_inputs,
      coalesce((select jsonb_agg(jsonb_build_object('turn', t.turn, 'state', t.state, 'outcome', t.outcome,
          'input', t.input, 'text', t.text) order by t.turn)
        from agent_turns t where t.organization_id = c.organization_id and t.conversation_id = c.conversation_id), '[]')
        as turns
    from agent_conversations c
    join conversations v on v.organization_id = c.organization_id and v._id = c.conversation_id
    where coalesce(v.phone_number, v.whatsapp_user_id) = ${address}
    order by c.created_at`)
}
