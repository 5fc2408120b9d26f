import { operations as generated } from './generated.ts'
import type {
  Found,
  OpenOrganization,
  Operations as Generated,
  Session,
  SignedIn,
  UserToken,
} from './generated.ts'

/** What one operation takes and answers. */
interface Shape {
  path: string
  query: object
  body: unknown
  answer: unknown
}

export type Role = UserToken['role']
export type Me = SignedIn
export type MyOrganization = OpenOrganization
export type MyProject = OpenOrganization['projects'][number]
export type Token = UserToken
export type { Found, Session }

export type Operation = keyof Generated
type ShapeOf<Name extends Operation> = Generated[Name] extends Shape ? Generated[Name] : never

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
export type Data<Name extends Operation> = ShapeOf<Name>['answer'] extends { data: infer Value }
  ? Value
  : ShapeOf<Name>['answer']

/** Returns method and path of an operation. */
export function operationOf(name: Operation): readonly [method: string, path: string] {
  const all: Record<string, readonly [string, string]> = generated
  return all[name]!
}
