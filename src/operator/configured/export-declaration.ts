import { Document, isScalar, visit } from 'yaml'
import type { Db } from '../../db/database.ts'
import { ApiKey, WhatsappTemplate } from '../apply/declaration.ts'
import { sectionNames } from '../apply/outline.ts'
import { kindOfSection } from './kinds.ts'
import { selectConfiguredOf } from './queries.ts'
import type { ConfiguredRow } from './queries.ts'

/**
 * Returns what is configured in an organization as a declaration, without secrets. To apply it changes nothing. Left
 * out are keys that are revoked or replaced, and what a declaration can not name: templates that the sync has named
 * after their language, and keys that a command gave such a name. Null if there is no such organization.
 */
export async function exportDeclaration(
  { db }: { db: Db },
  organizationId: string,
): Promise<Record<string, unknown> | null> {
  const rows = await selectConfiguredOf(db, organizationId)
  const organization = rows.find(({ kind }) => kind === 'organization')
  if (organization === undefined) return null
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  const projects = rows
    .filter(({ kind }) => kind === 'project')
    .map((project) => projectOf(project, byProject.get(project._id) ?? []))
  return { organizations: [{ ...withoutNulls(organization.fields), projects }] }
}

function projectOf({ fields }: ConfiguredRow, records: readonly ConfiguredRow[]): Record<string, unknown> {
  const byKind = Map.groupBy(records, ({ kind }) => kind)
  const sections = sectionNames.map((section) => {
    const declared = (byKind.get(kindOfSection[section]) ?? []).filter(isDeclarable)
    return [section, declared.map((record) => withoutNulls(record.fields))] as const
  })
  return {
    ...withoutNulls(fields),
    ...Object.fromEntries(sections.filter(([, declared]) => declared.length > 0)),
  }
}

function isDeclarable({ kind, fields }: ConfiguredRow): boolean {
  if (kind === 'whatsapp_template') return WhatsappTemplate.safeParse(fields).success
  return kind !== 'api_key' || ApiKey.safeParse(fields).success
}

/** Leaves out the fields that are null: that is the default wherever a field may be null. */
function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** Returns a declaration as YAML. */
export function declarationToYaml(declaration: Record<string, unknown>): string {
  const document = new Document(declaration, { version: '1.2', aliasDuplicateObjects: false })
  visit(document, {
    // Without quotes it would merge another mapping into this one.
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '<<') key.type = 'QUOTE_SINGLE'
    },
  })
  return document.toString({ lineWidth: 120 })
}
