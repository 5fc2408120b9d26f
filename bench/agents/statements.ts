import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { countStatements } from '../../test/support/count-statements.ts'
import type { CountedStatements } from '../../test/support/count-statements.ts'
import { table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'
import { declareAgentProject } from './agent-project.ts'
import { startRelayCarrier } from './relay-carrier.ts'
import { startTimedModel } from './timed-model.ts'
import { beginChat, writeChat } from './web-chats.ts'

/**
 * Counts what one turn without tools asks of PostgreSQL, by its log. Needs a stage that logs every statement, and a
 * service without a worker beside it: the jobs' own statements would count.
 */
export async function benchStatements(stage: Stage, { turns }: { turns: number }): Promise<void> {
  await using model = await startTimedModel({ thinkMs: 0 })
  await using carrier = await startRelayCarrier()
  const database = await stage.createDatabase()
  const project = await declareAgentProject(database, {
    modelUrl: model.url,
    carrierUrl: carrier.url,
    slots: 1,
  })
  const service = await stage.start(['bench/calls/service.ts'], {
    DATABASE_URL: database.databaseUrl,
    CLOCK_AHEAD_MS: '0',
    WITHOUT_WORKER: '1',
    MODEL_PRIVATE_HOSTS: model.host,
    LOG_LEVEL: 'warn',
  })
  const logFile = path.join(stage.folder, 'postgres.log')
  const count = async (run: () => Promise<unknown>): Promise<CountedStatements> => {
    const from = statSync(logFile).size
    await run()
    await delay(300)
    return countStatements(readFileSync(logFile).subarray(from).toString('utf8'))
  }
  const chat = await beginChat(service.url, project)
  await writeChat(service.url, project, chat, model)
  const web = await count(async () => {
    for (let turn = 0; turn < turns; turn++) await writeChat(service.url, project, chat, model)
  })
  const placed = await fetch(`${service.url}${project.campaignPath}/trigger-call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': project.key },
    body: JSON.stringify({ phone_number: '+14155552671', name: 'Ada' }),
  })
  if (placed.status !== 200) throw new Error(`${placed.status}: ${await placed.text()}`)
  while (carrier.sockets.length === 0 && carrier.failures.length === 0) await delay(50)
  const [socket] = carrier.sockets
  if (socket === undefined) throw new Error(carrier.failures[0])
  await delay(1_000)
  const prompt = async (): Promise<void> => {
    const over = new Promise<void>((resolve) => {
      const listen = (data: Buffer): void => {
        if (!(JSON.parse(data.toString('utf8')) as { last?: boolean }).last) return
        socket.off('message', listen)
        resolve()
      }
      socket.on('message', listen)
    })
    const { marker } = model.begin()
    const message = {
      type: 'prompt',
      voicePrompt: `When does plan ${marker} end?`,
      lang: 'en-US',
      last: true,
    }
    socket.send(JSON.stringify(message))
    await over
    await delay(100)
  }
  await prompt()
  const voice = await count(async () => {
    for (let turn = 0; turn < turns; turn++) await prompt()
  })
  const per = (sum: number): string => (sum / turns).toFixed(1)
  table(
    `What a turn without tools asks of PostgreSQL, two sentences, ${turns} turns`,
    ['channel', 'statements', 'transactions', 'time in PostgreSQL'],
    [
      ['web', per(web.statements), per(web.transactions), `${per(web.ms)} ms`],
      ['voice', per(voice.statements), per(voice.transactions), `${per(voice.ms)} ms`],
    ],
  )
  for (const [name, { texts }] of [
    ['web', web],
    ['voice', voice],
  ] as const)
    table(
      `Statements of ${name}, most expensive first`,
      ['times a turn', 'ms a turn', 'statement'],
      summary(texts).map(({ text, times, ms }) => [per(times), per(ms), text]),
    )
}

function summary(texts: CountedStatements['texts']): { text: string; times: number; ms: number }[] {
  const groups = [...Map.groupBy(texts, ({ text }) => text)].map(([text, all]) => ({
    text,
    times: all.length,
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
  }))
  return groups.toSorted((one, other) => other.ms - one.ms)
}
