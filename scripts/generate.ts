// Writes the files that are made from code: node scripts/generate.ts [--check]
// With --check nothing is written, and a file that differs is a fault.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createContext } from '../src/app/context.ts'
import { createServer } from '../src/app/server.ts'
import { createLog } from '../src/base/log.ts'
import { workflowJsonSchema } from '../src/workflows/workflow-schema.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { generateDashboardClient } from './dashboard-client.ts'
import { drawEvents } from './draw-events.ts'
import { dumpQueries } from './dump-queries.ts'
import { dumpSchema } from './dump-schema.ts'
import { drawLaw } from './import-law.ts'
import { writePrefixZones } from './prefix-zones.ts'

await using database = await createTestDatabase()
const { db } = database
const log = createLog('silent')
const context = createContext({ db, log, secretKey: Buffer.alloc(32), publicUrl: () => 'http://127.0.0.1' })
const app = await createServer(context)

const files: Record<string, string> = {
  'openapi.json': json(app.swagger()),
  'management-openapi.json': json(app.managementSwagger()),
  'workflow.schema.json': json(workflowJsonSchema()),
  'schema.sql': await dumpSchema(db),
  'queries.sql': await dumpQueries(),
  'dashboard/src/api/generated.ts': await generateDashboardClient(app.managementSwagger()),
  'src/campaigns/zones/prefix-zones.txt': writePrefixZones(),
  'docs/architecture.md': withImportLaw(read(new URL('../docs/architecture.md', import.meta.url))),
  'docs/events.md': withEvents(read(new URL('../docs/events.md', import.meta.url))),
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

/** Returns the page with the tree of the import law between its two markers. */
function withImportLaw(page: string): string {
  const place = /(<!-- import law:.*?-->).*?(<!-- end of the import law -->)/s
  return page.replace(place, (_, begin, end) => `${begin}\n\n\`\`\`\n${drawLaw()}\n\`\`\`\n\n${end}`)
}

/** Returns the page with the types of events between its two markers. */
function withEvents(page: string): string {
  const place = /(<!-- events:.*?-->).*?(<!-- end of the events -->)/s
  return page.replace(place, (_, begin, end) => `${begin}\n\n${drawEvents()}\n\n${end}`)
}

function read(url: URL): string {
  try {
    return readFileSync(url, 'utf8')
  } catch {
    return ''
  }
}
