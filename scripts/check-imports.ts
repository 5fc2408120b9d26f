// Checks the import law of scripts/import-law.ts on every file of src, and that what any file of the project exports is
// used in another: node scripts/check-imports.ts
import { globSync, readFileSync } from 'node:fs'
import { computedImports, faultOf, findCycles, readImports } from './import-law.ts'
import { unusedExports } from './unused-exports.ts'

const imports = new Map<string, string[]>()
const faults: string[] = []
for (const file of globSync('src/**/*.ts').sort()) {
  if (file.endsWith('.test.ts')) continue
  const { targets, computed } = readImports(file, readFileSync(file, 'utf8'))
  imports.set(file, targets)
  for (const found of file in computedImports ? [] : computed)
    faults.push(`${file}: ${found} imports a path that is computed at run time; write the path as a string`)
  for (const target of targets) {
    const fault = faultOf(file, target)
    if (fault !== null) faults.push(`${file} imports ${target}: ${fault}`)
  }
}
for (const cycle of findCycles(imports)) faults.push(`these files import each other: ${cycle.join(', ')}`)
// The client of the dashboard is made from the API: not all of it is used.
// The peers of the benchmarks have packages of their own.
const texts = globSync(
  ['{src,test,scripts,bench}/**/*.ts', 'dashboard/{*,src/**/*}.{ts,tsx,js}', 'bin/*.js'],
  {
    exclude: ['**/node_modules'],
  },
)
  .filter((file) => file !== 'dashboard/src/api/generated.ts')
  .map((file) => [file, readFileSync(file, 'utf8')] as const)
for (const found of unusedExports(new Map(texts)))
  faults.push(`${found} is exported, and no other file names it; drop the word export`)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
