import { operations as generated } from './generated.ts'
import type { OpenOrganization, Operations as Generated, Session, SignedIn, UserToken } from './generated.ts'

/** What one operation takes and answers. */
interface Shape {
  path: string
  query: object
  body: unknown
  answer: { data: unknown }
}

/** Operations whose document is not in the repository yet, written by hand; the generated ones win over them. */
export interface Interim {
  find: Op<'organization_id', { q: string }, never, { items: Found[] }>
  campaignFigures: Op<'organization_id' | 'project_id' | 'campaign_id', object, never, CampaignFigures>
  previewHours: Op<
    'organization_id' | 'project_id',
    object,
    { calling_hours: object | null; at?: string; timezone: string },
    HoursPreview
  >
  previewScript: Op<
    'organization_id' | 'project_id',
    object,
    { script: string; customer: Record<string, string> },
    ScriptPreview
  >
}

interface Op<Path extends string, Query extends object, Body, Data> {
  path: Path
  query: Query
  body: Body
  answer: { data: Data }
}

export type Role = UserToken['role']
export type Me = SignedIn
export type MyOrganization = OpenOrganization
export type MyProject = OpenOrganization['projects'][number]
export type Token = UserToken
export type { Session }

/** Calls of a span, by what they are now. */
export interface SpanFigures {
  from: string
  to: string
  calls: number
  by_state: Partial<Record<string, number>>
}

export interface CampaignFigures {
  last_24_hours: SpanFigures
  week_before: SpanFigures
}

/** What calling hours do at a local time. */
export interface HoursPreview {
  at: string
  is_open: boolean
  sentence: string
  clock_change: { sentence: string } | null
  openings: {
    opens_at: string
    closes_at: string | null
    clock_change: { sentence: string } | null
  }[]
}

/** What a script would speak. */
export interface ScriptPreview {
  text: string | null
  fault: string | null
  variables: string[]
  missing: string[]
  unknown: string[]
}

/** What `/` finds. */
export interface Found {
  kind: string
  _id: string
  name: string
  project_id: string | null
  campaign_id?: string | null
}

type AllOperations = Omit<Interim, keyof Generated> & Generated

export type Operation = keyof AllOperations
type ShapeOf<Name extends Operation> = AllOperations[Name] extends Shape ? AllOperations[Name] : never

/** Ids of the path and parameters of the query together, and `body` where the operation has one. */
export type Params<Name extends Operation> = Record<ShapeOf<Name>['path'], string> &
  Omit<ShapeOf<Name>['query'], 'filters' | 'sort' | 'projection'> &
  JsonParameters<ShapeOf<Name>['query']> &
  ([ShapeOf<Name>['body']] extends [never] ? object : { body: ShapeOf<Name>['body'] })

/** Parameters that hold JSON are given as values; the client writes them. */
type JsonParameters<Query> = {
  [Key in Extract<keyof Query, 'filters' | 'sort' | 'projection'>]?: object | undefined
}

/** What is in the envelope's `data`. */
export type Data<Name extends Operation> = ShapeOf<Name>['answer']['data']

const project = '/api/organizations/{organization_id}/projects/{project_id}'
const interim: Record<keyof Interim, readonly [method: string, path: string]> = {
  find: ['GET', '/api/organizations/{organization_id}/find'],
  campaignFigures: ['GET', `${project}/campaigns/{campaign_id}/figures`],
  previewHours: ['POST', `${project}/calling-hours/preview`],
  previewScript: ['POST', `${project}/scripts/preview`],
}

/** Returns method and path of an operation. */
export function operationOf(name: Operation): readonly [method: string, path: string] {
  const all: Record<string, readonly [string, string]> = { ...interim, ...generated }
  return all[name]!
}
