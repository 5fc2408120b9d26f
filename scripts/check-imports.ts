// Checks the import law of scripts/import-law.ts on every file of src: node scripts/check-imports.ts
import { globSync, readFileSync } from 'node:fs'
import { computedImports, faultOf, findCycles, readImports } from './import-law.ts'

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
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
