import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'

/** The HTTP server as doors see it: routes are typed by their Zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key must have for this route; absent: none. */
    scope?: string
    /** Whether ids of another form in the path are told (400) instead of being nobody's (403). */
    namesMalformedIds?: boolean
    /** The content type that the route takes; absent: `application/json`. */
    contentType?: string
  }
  interface FastifyRequest {
    /** The id of the key that the request was made with, for the log; null where none is needed. */
    keyId: string | null
  }
}
