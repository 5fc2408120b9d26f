// What a migration may not do, because the version before serves meanwhile (CONTRIBUTING.md, "A migration"), and what
// no schema should have.
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import { list, read } from './support/page.ts'

/** The migrations up to this one were written before, when no database was large. */
const lastUnchecked = 94

const header = '-- no transaction'

/** Returns what holds off others for long. */
function faultsOf(migration: string): string[] {
  const text = migration
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\bfunction\b[^;]*?\bas \$\$.*?\$\$/gs, 'function')
    .toLowerCase()
  const named = (form: RegExp) => [...text.matchAll(form)].map(([, name = '']) => name)
  const made = new Set(named(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g))
  const altered = new Set(named(/\balter table (?:only )?(\w+)/g))
  const updated = named(/\bupdate\s+(?!on\b|of\b|set\b)(\w+)/g)
  const faults = updated.filter((table) => altered.has(table)).map((table) => `alters and updates ${table}`)
  const existing = [...altered].filter((table) => !made.has(table))
  if (existing.length > 1) faults.push(`alters ${existing.join(' and ')}`)
  const concurrent = /^\s*create (?:unique )?index concurrently if not exists \w+ on [^;]*;?\s*$/
  if (migration.startsWith(header)) {
    if (!concurrent.test(text)) faults.push('is no single `create index concurrently if not exists`')
    return faults
  }
  for (const table of named(/\bcreate (?:unique )?index [^;]*?\bon (?:only )?(\w+)/g))
    if (!made.has(table)) faults.push(`builds an index of ${table} in a transaction`)
  return faults
}

interface Index {
  name: string
  table: string
  isUnique: boolean
  /** Without their direction: an index is read in both. */
  columns: string[]
  condition: string
}

/** Returns the B-tree indexes of schema.sql, also those of keys. */
function indexesOf(schema: string): Index[] {
  const columnsOf = (text: string) => text.replaceAll(' DESC', '').split(/, (?![^(]*\))/)
  const form = /^CREATE (UNIQUE )?INDEX (\w+) ON public\.(\w+) USING btree \((.*?)\)(?: WHERE (.*))?;$/gm
  const indexes = [...schema.matchAll(form)].map(
    ([, unique, name = '', table = '', columns = '', condition = '']) => ({
      name,
      table,
      isUnique: unique !== undefined,
      columns: columnsOf(columns),
      condition,
    }),
  )
  const keys = [...schema.matchAll(/^create table (\w+) \((.*?)^\);$/gms)].flatMap(
    ([, table = '', body = '']) =>
      [...body.matchAll(/constraint (\w+) (?:PRIMARY KEY|UNIQUE) \((.*?)\)/g)].map(
        ([, name = '', columns = '']) => ({
          name,
          table,
          isUnique: true,
          columns: columnsOf(columns),
          condition: '',
        }),
      ),
  )
  return [...indexes, ...keys]
}

/** Returns whether the index serves no read and enforces nothing that the other one does not. */
function repeats(index: Index, other: Index): boolean {
  if (index === other || index.table !== other.table || index.condition !== other.condition) return false
  const begins = index.columns.every((column, place) => other.columns[place] === column)
  if (!index.isUnique) return begins
  return (
    other.isUnique &&
    index.columns.length > other.columns.length &&
    other.columns.every((column) => index.columns.includes(column))
  )
}

test('no index repeats another, because each costs every write', () => {
  const indexes = indexesOf(read('schema.sql'))
  assert.ok(indexes.length > 200, String(indexes.length))
  const repeated = indexes.flatMap((index) =>
    indexes.filter((other) => repeats(index, other)).map((other) => `${index.name} repeats ${other.name}`),
  )
  assert.deepEqual(repeated, [])
})

describe('a migration', () => {
  for (const file of list(['migrations/*.sql']))
    if (Number(path.basename(file).slice(0, 4)) > lastUnchecked)
      it(`${path.basename(file)} holds nobody off for long`, () => assert.deepEqual(faultsOf(read(file)), []))

  it('is refused if it reads or writes a table that it has locked', () => {
    const index = (kind: string) => `create ${kind} calls_by_x on calls (x)`
    assert.deepEqual(faultsOf(`alter table calls add column x integer;\nupdate calls c set x = 1;`), [
      'alters and updates calls',
    ])
    assert.deepEqual(faultsOf('alter table calls add x integer;\nalter table only projects drop y;'), [
      'alters calls and projects',
    ])
    assert.deepEqual(faultsOf(index('unique index')), ['builds an index of calls in a transaction'])
    assert.deepEqual(faultsOf(index('index concurrently if not exists')), [
      'builds an index of calls in a transaction',
    ])
    const unfit = ['is no single `create index concurrently if not exists`']
    const fit = index('index concurrently if not exists')
    for (const text of [index('index'), index('index concurrently'), `${fit}; drop table x`, 'drop table x'])
      assert.deepEqual(faultsOf(`${header}\n${text};\n`), unfit, text)
    assert.deepEqual(faultsOf(`${header}\n-- The calls by x; of all.\n${fit};\n`), [])
  })

  it('may do so with a table that it makes, and alter one and update another', () => {
    const made = `-- update calls
      create table x (n integer references calls on update cascade); create index x_by_n on x (n);
      alter table calls add column n integer; update x set n = 1;
      insert into x values (1) on conflict (n) do update set n = 2; select from calls for update of calls;
      create trigger t after update on calls for each row execute function f();
      create or replace function f() returns trigger language plpgsql as $$ begin update calls set n = 1; end $$;`
    assert.deepEqual(faultsOf(made), [])
  })
})
