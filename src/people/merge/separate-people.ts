import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { NewId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { rollBackWith } from '../../db/roll-back.ts'
import { sql } from '../../db/sql.ts'
import { displayIdOf, takeNumber } from '../display-ids.ts'
import { publishSeparated } from '../profile-events.ts'
import { lockLinking, refreshSearch } from '../queries.ts'
import { divideFacts } from './divide-facts.ts'
import type { Fact, MergedNode } from './divide-facts.ts'
import { lockProfilesToMerge } from './merge-queries.ts'
import {
  forgetMerge,
  insertSeparated,
  insertSeparations,
  isDisplayIdTaken,
  moveBack,
  placeContacts,
  recountProfiles,
  replaceSaid,
  restoreLeads,
  selectMergedTree,
  selectFacts,
  updateFacts,
  updateKept,
} from './separate-queries.ts'
import type {
  ContactSide,
  KeptIdentity,
  KnownFacts,
  MergedRow,
  MovedRows,
  SeparatedPair,
} from './separate-queries.ts'
import { maySeparate } from './separation-lock.ts'
import {
  copySurvivorLastInteraction,
  selectSeparation,
  selectSurvivor,
  updateLastInteractions,
} from './separation-queries.ts'

interface SeparateContext {
  db: Db
  newId: NewId
}

export interface SeparateRequest {
  organization_id: string
  project_id: string
  /** The survivor, or a profile that was merged into it. */
  profile_id: string
  merged_id: string
  /** Which of the two gets a contact, such as `email:ada@example.com`. The others go back to who had them. */
  contacts: Readonly<Record<string, ContactSide>>
  /** Who separates them. */
  actor: Actor
  /** Whether everything is rolled back, so that only what would move is found. */
  dryRun: boolean
}

/** What goes back to the merged profile. */
export interface Moved extends MovedRows {
  display_id: string
  /** Names of the properties that leave the survivor. */
  properties: string[]
}

export type SeparateOutcome =
  | { kind: 'separated'; survivor_id: string; moved: Moved }
  /** It was done before; this is what was answered then. */
  | { kind: 'separated_before'; survivor_id: string; moved: Moved }
  | { kind: 'no_profile' }
  /** The second profile was not merged into the first. */
  | { kind: 'not_merged' }
  /** They were merged before what it takes to undo it was kept. */
  | { kind: 'not_kept' }
  /** Contacts that neither of the two has. */
  | { kind: 'no_contacts'; names: string[] }
  /** An import is linking people of the project. */
  | { kind: 'import_runs' }

/**
 * Undoes a merge in one transaction: the merged profile comes back with its id, and everything that was linked to it,
 * also since the merge by its own contacts and identities. Linking never merges the two again (Rule 21).
 */
export async function separatePeople(
  context: SeparateContext,
  request: SeparateRequest,
  now: Date,
): Promise<SeparateOutcome> {
  const run = async (transaction: Transaction): Promise<SeparateOutcome> => {
    const outcome = await separate(context, transaction, request, now)
    if (outcome.kind === 'no_contacts') throw new UnknownContacts(outcome)
    return outcome
  }
  try {
    return await (request.dryRun ? rollBackWith(context.db, run) : context.db.transaction(run))
  } catch (error) {
    // Thrown, so that everything is rolled back.
    if (error instanceof UnknownContacts) return error.outcome
    throw error
  }
}

class UnknownContacts extends Error {
  override name = 'UnknownContacts'
  readonly outcome: SeparateOutcome
  constructor(outcome: SeparateOutcome) {
    super('neither profile has these contacts')
    this.outcome = outcome
  }
}

async function separate(
  { db, newId }: SeparateContext,
  transaction: Transaction,
  { organization_id, project_id, profile_id, merged_id, contacts, actor }: SeparateRequest,
  now: Date,
): Promise<SeparateOutcome> {
  const place = { organization_id, project_id }
  if (!(await maySeparate(transaction, project_id))) return { kind: 'import_runs' }
  await lockLinking(transaction, project_id)
  const survivor_id = await selectSurvivor(transaction, place, profile_id)
  if (survivor_id === null) return { kind: 'no_profile' }
  const pair: SeparatedPair = { ...place, survivor_id, merged_id }
  await lockProfilesToMerge(transaction, organization_id, [survivor_id])
  const tree = await selectMergedTree(transaction, organization_id, survivor_id)
  const merged = tree.find(({ _id }) => _id === merged_id)
  if (merged === undefined) {
    const moved = await selectSeparation<Moved>(transaction, pair)
    return moved === null ? { kind: 'not_merged' } : { kind: 'separated_before', survivor_id, moved }
  }
  const { kept } = merged
  if (kept === null || merged.into_id === null) return { kind: 'not_kept' }

  return undo({ db, newId }, transaction, { pair, tree, merged, kept, contacts, actor }, now)
}

/** A merge that can be undone, and how. */
interface Undoing {
  pair: SeparatedPair
  tree: readonly MergedRow[]
  merged: MergedRow
  kept: NonNullable<MergedRow['kept']>
  contacts: SeparateRequest['contacts']
  actor: Actor
}

async function undo(
  { db, newId }: SeparateContext,
  transaction: Transaction,
  { pair, tree, merged, kept, contacts, actor }: Undoing,
  now: Date,
): Promise<SeparateOutcome> {
  const { organization_id, survivor_id, merged_id } = pair
  const descendants = tree.filter(({ _id }) => isBelow(tree, _id, merged_id)).map(({ _id }) => _id)
  const above = ancestorsOf(tree, merged)
  const nodes = [nodeOf(survivor_id, await selectFacts(transaction, pair)), ...tree.map(nodeOfMerged)]
  const leaving = nodes.find(({ _id }) => _id === merged_id)!
  const gave = [...leaving.gave]
  const changed = divideFacts(nodes, merged_id)

  const isTaken = await isDisplayIdTaken(transaction, pair, kept.display_id)
  const displayId = isTaken ? await newDisplayId(db, transaction, pair) : kept.display_id
  await insertSeparated(
    transaction,
    pair,
    { ...factsOf(leaving), displayId, created_at: kept.created_at },
    now,
  )
  await replaceSaid(transaction, pair, merged_id, factsOf(leaving).said)
  const rows = await moveBack(transaction, pair, [merged_id, ...descendants])
  const unknown = Object.keys(contacts).length === 0 ? [] : await placeContacts(transaction, pair, contacts)
  if (unknown.length > 0) return { kind: 'no_contacts', names: unknown }
  await restoreLeads(transaction, pair, identitiesBefore(tree))
  for (const node of changed)
    if (node._id === survivor_id) {
      await updateFacts(transaction, pair, factsOf(node))
      await replaceSaid(transaction, pair, survivor_id, factsOf(node).said)
    } else
      await updateKept(transaction, organization_id, {
        _id: node._id,
        ...factsOf(node),
        gave: [...node.gave],
      })
  await setTimes(transaction, pair, { tree, merged, descendants, above }, now)
  await refreshSearch(transaction, organization_id, [survivor_id, merged_id])
  const properties = gave.filter((fact) => fact.startsWith('.')).map((fact) => fact.slice(1))
  const moved: Moved = { ...rows, display_id: displayId, properties }
  await insertSeparations(transaction, pair, { others: above, moved, by: actor.name, now })
  await publishSeparated(transaction, pair, pair, now)
  await recordChange(
    transaction,
    { now, newId, actor },
    {
      organization_id,
      project_id: pair.project_id,
      kind: 'customer_profile',
      record_id: survivor_id,
      record_name: displayId,
      action: 'separated',
      revision: null,
      fields: [{ path: 'merged_id', before: merged_id, after: null }],
    },
  )
  return { kind: 'separated', survivor_id, moved }
}

/** Forgets the merge, and gives both profiles their counts and the time at which each was met last. */
async function setTimes(
  transaction: Transaction,
  pair: SeparatedPair,
  {
    tree,
    merged,
    descendants,
    above,
  }: {
    tree: readonly MergedRow[]
    merged: MergedRow
    descendants: readonly string[]
    above: readonly string[]
  },
  now: Date,
): Promise<void> {
  const { organization_id, survivor_id, merged_id } = pair
  const next = tree.find(({ _id, into_id }) => into_id === merged.into_id && _id !== merged_id)
  if (next !== undefined && tree.indexOf(next) > tree.indexOf(merged))
    await copySurvivorLastInteraction(transaction, pair, next._id)
  const stays = ({ _id }: MergedRow) => _id !== merged_id && !descendants.includes(_id)
  await updateLastInteractions(
    transaction,
    organization_id,
    above.map((id) => {
      const below = tree.filter((row) => stays(row) && isBelow(tree, row._id, id))
      return { _id: id, lastInteractionAt: floorOf(tree, [id, ...below.map(({ _id }) => _id)]) }
    }),
  )
  const rest = tree.filter(stays)
  await forgetMerge(transaction, pair, descendants)
  await recountProfiles(
    transaction,
    pair,
    [
      { _id: survivor_id, lastInteractionAt: floorOf(tree, [survivor_id, ...rest.map(({ _id }) => _id)]) },
      { _id: merged_id, lastInteractionAt: floorOf(tree, [merged_id, ...descendants]) },
    ],
    now,
  )
}

/** Returns the identities of the tree as each was first kept. */
function identitiesBefore(tree: readonly MergedRow[]): KeptIdentity[] {
  const all = tree.flatMap(({ kept }) => [...(kept?.identities ?? []), ...(kept?.survivor_identities ?? [])])
  return [
    ...Map.groupBy(all, (identity) => `${identity.channel_type} ${identity.identity_key}`).values(),
  ].map(([first]) => first!)
}

/** Returns whether a profile was merged into another one, directly or by way of others. */
function isBelow(tree: readonly MergedRow[], id: string, ancestorId: string): boolean {
  const into = tree.find(({ _id }) => _id === id)?.into_id
  if (into === undefined || into === null) return false
  return into === ancestorId || isBelow(tree, into, ancestorId)
}

/** Returns the profiles between a merged one and the survivor. */
function ancestorsOf(tree: readonly MergedRow[], { into_id }: MergedRow): string[] {
  const parent = tree.find(({ _id }) => _id === into_id)
  return parent === undefined ? [] : [parent._id, ...ancestorsOf(tree, parent)]
}

/**
 * Returns when these profiles were met last by what they had before any merge, the latest. An import may have said so
 * without a row that shows it. Null: never.
 */
function floorOf(tree: readonly MergedRow[], ids: readonly string[]): string | null {
  const floors = ids.map((id) => {
    const firstInto = tree.find(({ into_id, kept }) => into_id === id && kept !== null)
    if (firstInto !== undefined) return firstInto.kept!.survivor_last_interaction_at
    return tree.find(({ _id }) => _id === id)?.kept?.last_interaction_at ?? null
  })
  const known = floors.filter((floor) => floor !== null)
  return known.length === 0 ? null : known.reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b))
}

function nodeOfMerged({ _id, into_id, gave, kept, properties, said }: MergedRow): MergedNode {
  return nodeOf(_id, { name: kept?.name ?? null, properties, said }, into_id, gave ?? [])
}

function nodeOf(
  _id: string,
  { name, properties, said }: KnownFacts,
  intoId: string | null = null,
  gave: readonly string[] = [],
): MergedNode {
  const facts = new Map(
    Object.entries(properties).map(([key, value]): [string, Fact] => [
      `.${key}`,
      { value, said: said[key] ?? null },
    ]),
  )
  if (name !== null) facts.set('name', { value: name, said: null })
  return { _id, intoId, facts, gave: new Set(gave) }
}

/** Returns the name, and properties and what was said as JSON. */
function factsOf({ facts }: MergedNode): { name: string | null; properties: string; said: string } {
  const properties = [...facts].filter(([fact]) => fact !== 'name')
  const members = properties.map(([fact, { value }]) => `${JSON.stringify(fact.slice(1))}:${value}`)
  const said = properties.map(([, fact]) => fact.said).filter((row) => row !== null)
  return {
    name: facts.get('name')?.value ?? null,
    properties: `{${members.join(',')}}`,
    said: `[${said.join(',')}]`,
  }
}

async function newDisplayId(db: Db, transaction: Transaction, pair: SeparatedPair): Promise<string> {
  const number = await takeNumber(db, pair)
  const [row] = await transaction.query<{ display_id: string }>(sql`
    select ${displayIdOf(sql`${number}::bigint`)} as display_id`)
  return row!.display_id
}
