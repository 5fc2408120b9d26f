import { operations as generated } from './generated.ts'
import type { Operations as Generated } from './generated.ts'

/** What one operation takes and answers. */
interface Shape {
  path: string
  query: object
  body: unknown
  answer: { data: unknown }
}

/** Operations whose document is not in the repository yet, written by hand; the generated ones win over them. */
export interface Interim {
  signIn: Op<never, object, { email: string; password: string }, unknown>
  signOut: Op<never, object, never, unknown>
  acceptLink: Op<never, object, { token: string; name?: string; email?: string; password: string }, unknown>
  getMe: Op<never, object, never, Me>
  updateMe: Op<never, object, Partial<Pick<Me, 'name' | 'language' | 'timezone' | 'theme'>>, Me>
  changePassword: Op<never, object, { current_password: string; new_password: string }, unknown>
  listMySessions: Op<never, object, never, { items: Session[] }>
  endMySession: Op<'session_id', object, never, unknown>
  listMyTokens: Op<never, object, never, { items: Token[] }>
  createMyToken: Op<never, object, { name: string; role: Role; ends_at: string }, Token & { token: string }>
  revokeMyToken: Op<'token_id', object, never, unknown>
  find: Op<'organization_id', { q: string }, never, { items: Found[] }>
}

interface Op<Path extends string, Query extends object, Body, Data> {
  path: Path
  query: Query
  body: Body
  answer: { data: Data }
}

export type Role = 'viewer' | 'editor' | 'admin' | 'owner' | 'operator'

/** Who is signed in, and where they may go. */
export interface Me {
  _id: string
  email: string
  name: string
  is_operator: boolean
  language: string | null
  timezone: string | null
  theme: 'light' | 'dark' | null
  organizations: MyOrganization[]
}

export interface MyOrganization {
  _id: string
  name: string
  role: Role
  projects: MyProject[]
}

export interface MyProject {
  _id: string
  name: string
  timezone: string
}

export interface Session {
  _id: string
  user_agent: string | null
  created_at: string
  seen_at: string
  is_current: boolean
}

export interface Token {
  _id: string
  name: string
  prefix: string
  role: Role
  created_at: string
  ends_at: string
  last_used_at: string | null
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

const interim: Record<keyof Interim, readonly [method: string, path: string]> = {
  signIn: ['POST', '/api/sign-in'],
  signOut: ['POST', '/api/sign-out'],
  acceptLink: ['POST', '/api/links/accept'],
  getMe: ['GET', '/api/me'],
  updateMe: ['PATCH', '/api/me'],
  changePassword: ['POST', '/api/me/password'],
  listMySessions: ['GET', '/api/me/sessions'],
  endMySession: ['DELETE', '/api/me/sessions/{session_id}'],
  listMyTokens: ['GET', '/api/me/tokens'],
  createMyToken: ['POST', '/api/me/tokens'],
  revokeMyToken: ['DELETE', '/api/me/tokens/{token_id}'],
  find: ['GET', '/api/organizations/{organization_id}/find'],
}

/** Returns method and path of an operation. */
export function operationOf(name: Operation): readonly [method: string, path: string] {
  const all: Record<string, readonly [string, string]> = { ...interim, ...generated }
  return all[name]!
}
