// docs/whatsapp.md says what the code does: its examples are taken, its tables are those of the code.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { systemClock } from '../src/base/clock.ts'
import { uuidv7 } from '../src/base/ids.ts'
import { createSecretBox } from '../src/base/secret-box.ts'
import { applyDeclaration } from '../src/operator/apply/apply-declaration.ts'
import { demoSender } from '../src/operator/demo/demo-whatsapp.ts'
import { optOutRequest } from '../src/whatsapp/inbound/opt-out-words.ts'
import { messageTypeNames } from '../src/whatsapp/message/message-types.ts'
import { SendBody } from '../src/whatsapp/message/send-body.ts'
import { messageStatuses } from '../src/whatsapp/send/message-status.ts'
import { createTestDatabase } from './support/database.ts'

const page = readFileSync(new URL('../docs/whatsapp.md', import.meta.url), 'utf8')

/** The rows of the table with this first heading, each cell with its code taken out of the backticks. */
function tableOf(heading: string): string[][] {
  const lines = page.split('\n')
  const rows = lines.slice(lines.findIndex((line) => line.split('|')[1]?.trim() === heading) + 2)
  return rows.slice(0, rows.indexOf('')).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

const blockOf = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''

describe('docs/whatsapp.md', () => {
  it('shows a declaration that applies', async () => {
    await using database = await createTestDatabase()
    const secretBox = createSecretBox(Buffer.alloc(32))
    const context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
    const applied = await applyDeclaration(context, parse(blockOf('yaml')))
    assert.ok(applied.ok, JSON.stringify(applied))
  })

  it('has a payload of each type that is accepted, and of no other', () => {
    const rows = tableOf('`type`')
    assert.deepEqual(
      rows.map(([type]) => type),
      messageTypeNames,
    )
    for (const [type, payload = ''] of rows) {
      const taken = SendBody.safeParse({ to: '+14155550123', type, payload: JSON.parse(payload) })
      assert.ok(taken.success, `${type}: ${taken.error?.message}`)
    }
  })

  it('shows a template send that is accepted', () => {
    assert.ok(SendBody.safeParse(JSON.parse(blockOf('json'))).success)
  })

  it('has each status, and no other', () => {
    assert.deepEqual(
      tableOf('status')
        .flatMap(([names = '']) => names.split(', '))
        .toSorted(),
      messageStatuses.toSorted(),
    )
  })

  it('names words that stop and start, and the number of the demo', () => {
    const [, stops = '', starts = ''] =
      /a message of the words (.*?), or with a button.*?opts in again with (.*?), alone/.exec(
        page.replaceAll(/\s+/g, ' '),
      ) ?? []
    const wordsIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
    assert.ok(wordsIn(stops).length > 1 && wordsIn(starts).length > 1)
    for (const word of wordsIn(stops)) assert.equal(optOutRequest(word, 'en'), 'stop', word)
    for (const word of wordsIn(starts)) assert.equal(optOutRequest(word, 'en'), 'start', word)
    assert.ok(blockOf('sh').includes(demoSender.phone_number_id))
  })
})
