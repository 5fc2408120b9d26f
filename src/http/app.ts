import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Upgrades } from './upgrades.ts'

/** The HTTP server with routes typed by their Zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route; none when absent. */
    scope?: string
    /** The role that a person needs for it in the management API, where it changes something; `editor` when absent. */
    managedBy?: 'admin'
    /** The role that a person needs for it in the management API, where it only reads; `viewer` when absent. */
    readBy?: 'editor'
    /** Whether it makes a call, a send or a source, for the limit of writes of a key. */
    isWrite?: boolean
    /** Whether a malformed id in the path is refused with 400, not with 403 like the id of another tenant. */
    namesMalformedIds?: boolean
    /** The content type that the route accepts; `application/json` when absent. */
    contentType?: string
    /** Whether a request keeps the text of its JSON body, for what parsing it loses. */
    keepsBodyText?: boolean
  }
  interface FastifyInstance {
    /** The addresses of websockets. */
    upgrades: Upgrades
  }
  interface FastifyRequest {
    /** The id of the request's key, for the log; null when the route needs no key. */
    keyId: string | null
    /** The id of the user who is signed in, for the log; null where the route needs none. */
    userId: string | null
    /** What lists must show: all up to this position of the primary; null: the declared lag is enough. */
    mustSee: string | null
    /**
     * The pattern of the path that refused the request's method, for the log; null where a route has it, or none does.
     */
    pathRefused: string | null
    /** The text of the JSON body, where the route keeps it (`keepsBodyText`); null otherwise. */
    bodyText: string | null
  }
}
