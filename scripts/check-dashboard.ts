// Checks the law of scripts/dashboard-law.ts on every file of dashboard/src, and that each route loads just the texts
// that its page uses: node scripts/check-dashboard.ts
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { areaFaults } from './dashboard-areas.ts'
import { dashboardFaults } from './dashboard-law.ts'

const root = 'dashboard/src'
const files = globSync('**/*.{ts,tsx,css}', { cwd: root }).sort()
if (files.length === 0) throw new Error(`${root} has no files`)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
for (const file of files)
  for (const fault of dashboardFaults(file, read(file))) {
    console.error(`${path.join(root, file)}: ${fault}`)
    process.exitCode = 1
  }
for (const fault of areaFaults(read('routes.tsx'), read)) {
  console.error(`${path.join(root, 'routes.tsx')}: ${fault}`)
  process.exitCode = 1
}
