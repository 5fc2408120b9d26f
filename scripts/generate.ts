// Writes the files that are made from code: node scripts/generate.ts [--check]
// With --check nothing is written, and a file that differs is a fault.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createContext } from '../src/app/context.ts'
import { createServer } from '../src/app/server.ts'
import { createLog } from '../src/base/log.ts'
import { workflowJsonSchema } from '../src/workflows/workflow-schema.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { dumpQueries } from './dump-queries.ts'
import { dumpSchema } from './dump-schema.ts'

await using database = await createTestDatabase()
const { db } = database
const log = createLog('silent')
const context = createContext({ db, log, secretKey: Buffer.alloc(32), publicUrl: () => 'http://127.0.0.1' })
const app = await createServer(context)

const files: Record<string, string> = {
  'openapi.json': json(app.swagger()),
  'workflow.schema.json': json(workflowJsonSchema()),
  'schema.sql': await dumpSchema(db),
  'queries.sql': await dumpQueries(),
}
await app.close()

const check = process.argv.includes('--check')
for (const [file, text] of Object.entries(files)) {
  const url = new URL(`../${file}`, import.meta.url)
  if (!check) writeFileSync(url, text)
  else if (read(url) !== text) {
    console.error(`${file} is not what the code makes: run \`npm run generate\``)
    const diff = ['diff', '--no-index', '--', file, '-']
    try {
      execFileSync('git', diff, { input: text, stdio: ['pipe', 'inherit', 'inherit'] })
    } catch {
      // git says by its status that the two differ, which is known.
    }
    process.exitCode = 1
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function read(url: URL): string {
  try {
    return readFileSync(url, 'utf8')
  } catch {
    return ''
  }
}
