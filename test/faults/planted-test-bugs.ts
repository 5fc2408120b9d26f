import type { PlantedBug } from './planted-bugs.ts'

/** The row of the table that says whether the tests passed. */
export const testsFinding = 'tests'

/** Bugs that no fault brings to light, each with the tests that must fail. */
export const plantedTestBugs: readonly PlantedBug[] = [
  {
    name: 'a filter whose $or reaches beyond the tenant',
    edits: [
      {
        file: 'src/filters/to-sql.ts',
        find: 'const either = sql`(${join(pieces, sql` or `)})`',
        replace: 'const either = join(pieces, sql` or `)',
      },
    ],
    expects: [testsFinding],
    args: [],
    tests: ['test/tenant-canaries.test.ts'],
  },
  {
    name: 'a negation that leaves out null',
    edits: [
      {
        file: 'src/filters/to-sql.ts',
        find: 'sql`(${either} is not true)`',
        replace: 'sql`(not ${either})`',
      },
    ],
    expects: [testsFinding],
    args: [],
    tests: ['test/filters/filters.property.test.ts'],
  },
  {
    name: 'a page that is cut after the projection',
    edits: [
      {
        file: 'src/campaigns/api/list-campaigns.ts',
        find: 'const list = listOf(query, campaignFields,',
        replace: 'const list = listOf({ ...query, sort: undefined, skip: 0, limit: 1_000 }, campaignFields,',
      },
      {
        // And ordered after it, by a field that it may leave out.
        file: 'src/campaigns/api/list-campaigns.ts',
        find: `      return page(
        items.map((item) => project(projection, { ...item })),`,
        replace: `      const [key, direction] = Object.entries(JSON.parse(query.sort ?? '{}'))[0] ?? ['created_at', -1]
      const valueOf = (item: object) => String(Reflect.get(item, key))
      return page(
        items
          .map((item) => project(projection, { ...item }))
          .sort((one, other) => Number(direction) * valueOf(one).localeCompare(valueOf(other)))
          .slice(query.skip, query.skip + query.limit),`,
      },
    ],
    expects: [testsFinding],
    args: [],
    tests: ['src/campaigns/api/list-campaigns.test.ts'],
  },
  {
    name: 'a state of a call that its last report decides',
    edits: [
      {
        file: 'src/calls/attempt/carrier-events.ts',
        find: 'const furthest = events.reduce((best, event) => (isFurther(event, best) ? event : best), first)',
        replace: 'const furthest = events.at(-1) ?? first',
      },
    ],
    expects: [testsFinding],
    args: [],
    tests: ['src/calls/attempt/carrier-events.test.ts'],
  },
  {
    name: 'a broadcast of another project',
    edits: [
      {
        file: 'src/whatsapp/send/broadcast-queries.ts',
        find: 'and b.project_id = ${projectId} and b._id = ${broadcastId}`)',
        replace: 'and b._id = ${broadcastId}`)',
      },
    ],
    expects: [testsFinding],
    args: [],
    tests: ['test/tenant-canaries.test.ts'],
  },
  {
    name: 'a key that is remembered',
    edits: [
      {
        file: 'src/keys/authenticate.ts',
        find: 'const holder = key instanceof Refusal ? null : await selectKeyHolder(db, hashApiKey(key))',
        replace: `const holder =
      key instanceof Refusal ? null : (remembered.get(key) ?? (await selectKeyHolder(db, hashApiKey(key))))
    if (typeof key === 'string' && holder !== null) remembered.set(key, holder)`,
      },
      {
        file: 'src/keys/authenticate.ts',
        find: 'const wrongKeys = new WrongKeys()',
        replace: 'const wrongKeys = new WrongKeys()\n  const remembered = new Map<string, KeyHolder>()',
      },
    ],
    expects: [testsFinding],
    args: [],
    tests: ['src/keys/manage/api-keys.test.ts'],
  },
  {
    name: 'a name that is looked up again to connect',
    edits: [
      {
        file: 'src/providers/web/guard/checked-connection.ts',
        find: 'const outcome = await connectTo(address, target.port, signal)',
        replace: `const [again = address] = isIP(target.hostname) === 0 ? await rules.lookup(target.hostname, signal) : []
    const outcome = await connectTo(again, target.port, signal)`,
      },
      {
        file: 'src/providers/web/guard/checked-connection.ts',
        find: 'if (remoteAddress !== undefined && mayReach(remoteAddress)) return outcome',
        replace: 'if (remoteAddress !== undefined) return outcome',
      },
    ],
    expects: [testsFinding],
    args: [],
    tests: ['src/providers/web/guard/web-fetch.test.ts'],
  },
]
