// Checks the law of scripts/dashboard-law.ts on every file of dashboard/src: node scripts/check-dashboard.ts
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dashboardFaults } from './dashboard-law.ts'

const root = 'dashboard/src'
const files = globSync('**/*.{ts,tsx,css}', { cwd: root }).sort()
if (files.length === 0) throw new Error(`${root} has no files`)
for (const file of files)
  for (const fault of dashboardFaults(file, readFileSync(path.join(root, file), 'utf8'))) {
    console.error(`${path.join(root, file)}: ${fault}`)
    process.exitCode = 1
  }
