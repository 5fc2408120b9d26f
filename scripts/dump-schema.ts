import type { Db } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'

interface Table {
  name: string
  columns: string[]
  constraints: string[]
  indexes: string[]
}

/**
 * What the migrations add up to, as SQL that people can read: functions; table by table columns, constraints, indexes.
 */
export async function dumpSchema(db: Db): Promise<string> {
  const tables = await db.query<Table>(sql`
    select c.relname as name,
      (select array_agg(format('%s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then ' not null' else '' end,
          coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select array_agg(format('constraint %s %s', conname, lower_keywords) order by contype desc, conname)
        from (select conname, contype, pg_get_constraintdef(oid) as lower_keywords from pg_constraint
              where conrelid = c.oid and contype <> 'n') constraints), '{}') as constraints,
      coalesce((select array_agg(pg_get_indexdef(i.indexrelid) order by pg_get_indexdef(i.indexrelid))
        from pg_index i where i.indrelid = c.oid
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid)), '{}') as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
    order by c.relname`)
  const texts = tables.map(({ name, columns, constraints, indexes }) => {
    const body = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n')
    return [`create table ${name} (\n${body}\n);`, ...indexes.map((index) => `${index};`)].join('\n')
  })
  const functions = await db.query<{ text: string }>(sql`
    select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and not exists (
      select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
    order by p.proname`)
  const parts = [...functions.map(({ text }) => `${text.trim()};`), ...texts]
  return `-- Made by \`npm run generate\` from migrations/; a test keeps it true.\n\n${parts.join('\n\n')}\n`
}
